#include <cuda_runtime.h>

__global__ void k(int *p) { *p = 1; }
template <class T> __global__ void t(T *p) { *p = 1; }

void ask(int bytes) {
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, k);
    cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    cudaFuncSetAttribute(t<float>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    cudaFuncSetCacheConfig(k, cudaFuncCachePreferShared);
}
