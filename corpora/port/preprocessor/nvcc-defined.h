#include <cuda_runtime.h>

#ifdef __NVCC__
#define HOST_DEVICE __host__ __device__
#else
#define HOST_DEVICE
#endif

HOST_DEVICE inline int twice(int x) { return 2 * x; }
