#include <cuda_runtime.h>

__global__ void k(int *p) { *p = 1; }

void ask(int bytes) {
    cudaFuncSetAttribute((const void *)k, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    cudaFuncSetAttribute(reinterpret_cast<const void *>(k), cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    cudaFuncSetAttribute((void *)&k, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
}
