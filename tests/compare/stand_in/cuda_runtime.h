// What the header for nvcc takes of CUDA's runtime, for a GPU that is this processor: names and types of NVIDIA's header.
#pragma once
#include <cstddef>

enum cudaError_t { cudaSuccess = 0, cudaErrorInvalidValue = 1 };
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDefault = 4 };
enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone = 0 };
typedef struct CUstream_st *cudaStream_t;
typedef struct CUkern_st *cudaKernel_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;
#define cudaStreamLegacy (reinterpret_cast<cudaStream_t>(1))

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
struct cudaDeviceProp {
    char name[256];
};
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
};

extern "C" {
cudaError_t cudaMalloc(void **address, size_t size);
cudaError_t cudaFree(void *address);
cudaError_t cudaMemset(void *address, int value, size_t size);
cudaError_t cudaMemcpy(void *to, const void *from, size_t size, cudaMemcpyKind kind);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus *status);
cudaError_t cudaFuncGetName(const char **name, const void *function);
cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t stream);
}
