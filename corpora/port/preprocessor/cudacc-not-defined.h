#ifndef __CUDACC__
#define __host__
#define __device__
#endif
#include <cuda_runtime.h>

__host__ __device__ inline int twice(int x) { return 2 * x; }
