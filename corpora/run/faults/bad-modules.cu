// Modules that are none: noise, nothing, cut-off code and a file that is not there.
// run: wave-any
// stderr: neither an offload bundle nor a CPU code object
// stderr: cannot read the module `/nowhere/module.co`
// nvcc: -lcuda
#include "../check.h"

#include <cuda.h>

int main() {
    Verdict verdict("bad-modules");
    CHECK(cudaFree(nullptr));
    CUmodule module = nullptr;
    const char noise[64] = "this is no code object at all, however long one looks at it";
    char header[64] = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0};
    verdict.holds("noise", cuModuleLoadData(&module, noise) != CUDA_SUCCESS);
    verdict.holds("an ELF header with nothing behind it", cuModuleLoadData(&module, header) != CUDA_SUCCESS);
    verdict.holds("a file that is not there", cuModuleLoad(&module, "/nowhere/module.co") == CUDA_ERROR_FILE_NOT_FOUND);
    verdict.holds("no module came of it", module == nullptr);
    return verdict.end();
}
