#include <cuda_runtime_api.h>

void pause() {
    asm volatile("pause" ::: "memory");
    __asm__("nop");
    cudaDeviceSynchronize();
}
