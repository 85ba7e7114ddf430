// compile: no, HIP 6 has no cudaLaunchKernelEx
#include <cuda_runtime.h>

__global__ void k(int *p) { *p = 1; }
void go(int *p) {
    cudaLaunchConfig_t config = {};
    config.gridDim = 1;
    config.blockDim = 32;
    cudaLaunchKernelEx(&config, k, p);
}
