#include <cuda_runtime.h>

void *pinned(size_t bytes) {
    void *p = nullptr;
    cudaHostAlloc(&p, bytes, cudaHostAllocMapped | cudaHostAllocWriteCombined);
    void *device = nullptr;
    cudaHostGetDevicePointer(&device, p, 0);
    cudaHostRegister(p, bytes, cudaHostRegisterDefault);
    cudaHostUnregister(p);
    cudaFreeHost(p);
    return device;
}
