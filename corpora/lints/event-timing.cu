#include <cuda_runtime.h>

float time(cudaEvent_t a, cudaEvent_t b) {
    float ms = 0;
    cudaEventSynchronize(b);
    cudaEventElapsedTime(&ms, a, b); // fires
    return ms;
}
