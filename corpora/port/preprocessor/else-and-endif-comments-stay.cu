#include <cuda_runtime.h>

#ifdef __CUDACC__
#define A 1
#else /* __CUDACC__ */
#define A 2
#endif /* __CUDACC__ */
int wait() { return cudaDeviceSynchronize() + A; }
