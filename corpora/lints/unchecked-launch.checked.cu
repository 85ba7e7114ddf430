#include <cuda_runtime.h>
__global__ void kernel(float *p) { *p = 1; }

void run(float *p) {
    kernel<<<1, 64>>>(p);
    cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferL1); // fires: HIP3016
    if (cudaGetLastError() != cudaSuccess)
        return;
}
