// lint-options: --rocm 5.2
#include <cuda_runtime.h>

void legacy(float *p) {
    cudaMemsetAsync(p, 0, 4, cudaStreamLegacy); // fires
    cudaMemsetAsync(p, 0, 4, cudaStreamPerThread);
}
