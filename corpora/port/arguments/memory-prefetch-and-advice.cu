#include <cuda_runtime.h>

void warm(float *p, size_t bytes, int device, cudaStream_t stream) {
    cudaMemAdvise(p, bytes, cudaMemAdviseSetPreferredLocation, device);
    cudaMemAdvise(p, bytes, cudaMemAdviseSetReadMostly, cudaCpuDeviceId);
    cudaMemPrefetchAsync(p, bytes, device, stream);
}
