// The functions of a CUDA runtime whose kernels are functions of the host, which take their arguments and the block's number.
#include "cuda_runtime.h"

#include <cstdlib>
#include <cstring>

extern const char *name_of_kernel(const void *function);

extern "C" {
cudaError_t cudaMalloc(void **address, size_t size) {
    *address = std::malloc(size);
    std::memset(*address, 0xee, size);
    return cudaSuccess;
}
cudaError_t cudaFree(void *address) {
    std::free(address);
    return cudaSuccess;
}
cudaError_t cudaMemset(void *address, int value, size_t size) {
    std::memset(address, value, size);
    return cudaSuccess;
}
cudaError_t cudaMemcpy(void *to, const void *from, size_t size, cudaMemcpyKind) {
    std::memcpy(to, from, size);
    return cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
cudaError_t cudaGetDevice(int *device) {
    *device = 0;
    return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int) {
    std::strcpy(properties->name, "a stand-in for a GPU");
    return cudaSuccess;
}
cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus *status) {
    *status = cudaStreamCaptureStatusNone;
    return cudaSuccess;
}
cudaError_t cudaFuncGetName(const char **name, const void *function) {
    *name = name_of_kernel(function);
    return cudaSuccess;
}
cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3, void **arguments, size_t, cudaStream_t) {
    for (unsigned i = 0; i < grid.x; i++) reinterpret_cast<void (*)(void **, unsigned)>(function)(arguments, i);
    return cudaSuccess;
}
}
