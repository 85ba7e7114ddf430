#include <cuda_runtime.h>

// •\Ž¦
int wait() { return cudaDeviceSynchronize(); }
