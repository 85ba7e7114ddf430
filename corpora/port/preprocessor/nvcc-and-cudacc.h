#include <cuda_runtime.h>

#if defined(__NVCC__) || defined(__CUDACC__)
#define HOST_DEVICE __host__ __device__
#else
#define HOST_DEVICE
#endif

HOST_DEVICE inline int twice(int x) { return 2 * x; }
