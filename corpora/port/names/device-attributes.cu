#include <cuda_runtime.h>

int shared_bytes(int device) {
    int bytes = 0, count = 0, threads = 0;
    cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlock, device);
    cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device);
    cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerBlock, device);
    return bytes + count + threads;
}
