#include <cuda_runtime.h>

#if defined(cudaStreamLegacy) && cudaHostAllocDefault == 0
#define FLAGS cudaHostAllocDefault
#endif
#undef cudaMalloc

int wait() { return cudaDeviceSynchronize(); }
