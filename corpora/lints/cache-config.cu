// compile: gfx90a
#include <cuda_runtime.h>
#define CHECK(x) if ((x) != cudaSuccess) return

__global__ void kernel(float *p) { *p = 1; }

void set(float *p) {
    cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferL1);                // fires
    CHECK(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte)); // fires
    if (p)
        cudaDeviceSetCacheConfig(cudaFuncCachePreferShared); // fires
    kernel<<<1, 1>>>(p);
}
