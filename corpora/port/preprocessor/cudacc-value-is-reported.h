#include <cuda_runtime.h>

#if __CUDACC_VER_MAJOR__ >= 11
#define MODERN 1
#endif
#if __CUDACC__
#define ON_GPU 1
#endif

int wait() { return cudaDeviceSynchronize(); }
