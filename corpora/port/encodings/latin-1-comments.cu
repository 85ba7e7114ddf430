#include <cuda_runtime.h>

// Größe: cudaMalloc
const char *name = "ä cudaFree";
int wait() { return cudaDeviceSynchronize(); }  /* für später */
