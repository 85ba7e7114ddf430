#include <cuda_runtime.h>

void streams(cudaStream_t *stream, cudaEvent_t *event, void **host) {
    cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(event, cudaEventDisableTiming | cudaEventBlockingSync);
    cudaHostAlloc(host, 64, cudaHostAllocMapped | cudaHostAllocPortable);
}
