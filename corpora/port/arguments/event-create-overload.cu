#include <cuda_runtime.h>

void create(cudaEvent_t *event) {
    cudaEventCreate(event);
    cudaEventCreate(event, cudaEventDisableTiming);
    cudaEventCreateWithFlags(event, cudaEventDefault);
}
