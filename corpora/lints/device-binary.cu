#include <cuda.h>

void load(CUmodule *module, const char *path, CUlinkState state, void *data) {
    cuModuleLoad(module, "kernels.ptx");  // fires
    cuModuleLoad(module, "kernels.hsaco");
    cuModuleLoad(module, path);
    const char *cache = "build/all.fatbin"; // fires
    CUjitInputType kinds[] = {CU_JIT_INPUT_CUBIN};
    const char *log = "ptx";
    cuLinkAddData(state, CU_JIT_INPUT_PTX, data, 4, "x", 0, 0, 0); // fires
}
