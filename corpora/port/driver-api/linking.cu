// compile: needs hip-6.4
// Code that is linked at run time: the driver API's functions and options go together.
#include <cuda.h>

int linked(const void *code, size_t size, CUmodule *module) {
    CUlinkState state;
    float time = 0;
    CUjit_option options[] = {CU_JIT_WALL_TIME};
    void *values[] = {&time};
    if (cuLinkCreate(1, options, values, &state) != CUDA_SUCCESS) return 1;
    cuLinkAddData(state, CU_JIT_INPUT_PTX, const_cast<void *>(code), size, "code", 0, nullptr, nullptr);
    void *image;
    cuLinkComplete(state, &image, &size);
    const CUresult result = cuModuleLoadData(module, image);
    cuLinkDestroy(state);
    return result;
}
