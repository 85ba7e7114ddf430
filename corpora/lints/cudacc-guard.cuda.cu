#include <cuda_runtime.h>
#ifdef __CUDACC__
#define HD __host__ __device__
#endif
#if __CUDACC_VER_MAJOR__ >= 12 // fires
#define NEW 1
#endif
