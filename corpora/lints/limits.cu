#include <cuda_runtime.h>

void limits() {
    cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 24); // fires
    cudaDeviceSetLimit(cudaLimitStackSize, 4096);
}
