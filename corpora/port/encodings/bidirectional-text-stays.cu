#include <cuda_runtime.h>

// שלום cudaFree
int wait() { return cudaDeviceSynchronize(); /* مرحبا */ }
