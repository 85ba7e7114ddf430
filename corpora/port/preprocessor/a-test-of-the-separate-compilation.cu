#include <cuda_runtime.h>

#ifdef __CUDACC_RDC__
extern __device__ int shared_counter;
#endif
#if defined(__CUDACC_DEBUG__)
#define DEBUG_BUILD 1
#endif
int wait() { return cudaDeviceSynchronize(); }
