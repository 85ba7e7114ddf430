#include <cuda_runtime.h>

// Größe, 长度, длина: cudaMalloc
const char *π = "cudaFree → ∞";
int länge() { return cudaDeviceSynchronize(); }
