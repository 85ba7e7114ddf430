#include <cuda_runtime.h>

struct Timer {
    cudaEvent_t start, stop;
    cudaStream_t stream;
    cudaDeviceProp properties;
    cudaError_t last = cudaSuccess;
};

cudaError_t name_of(int device, struct cudaDeviceProp *out) {
    return cudaGetDeviceProperties(out, device);
}
