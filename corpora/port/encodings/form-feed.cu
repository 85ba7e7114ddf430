#include <cuda_runtime.h>

int wait() { return cudaDeviceSynchronize(); }
