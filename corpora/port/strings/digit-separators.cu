#include <cuda_runtime.h>

constexpr int million = 1'000'000;
int wait() { return cudaDeviceSynchronize() + million + 0xFF'FF; }
