/* The runtime's interface in C: structures by their tags, two arguments where HIP takes three. */
#include <cuda_runtime_api.h>
#include <string.h>

int launch_square(int *values, int n);

int *squares(int n) {
    struct cudaDeviceProp properties;
    enum cudaMemcpyKind kind = cudaMemcpyHostToDevice;
    void *staging = 0, *device = 0;
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess || properties.maxThreadsPerBlock < 64) return 0;
    if (cudaMallocHost(&staging, n * sizeof(int)) != cudaSuccess) return 0;
    memset(staging, 1, n * sizeof(int));
    if (cudaMalloc(&device, n * sizeof(int)) != cudaSuccess) return 0;
    if (cudaMemcpy(device, staging, n * sizeof(int), kind) != cudaSuccess) return 0;
    if (cudaFreeHost(staging) != cudaSuccess) return 0;
    return launch_square((int *)device, n) == 0 ? (int *)device : 0;
}

int fetch(const int *device, int *host, int n) {
    cudaError_t status = cudaMemcpy(host, device, n * sizeof(int), cudaMemcpyDeviceToHost);
    return (int)status;
}
