#include <cuda_runtime.h>

#ifdef __CUDACC__
#define DEVICE __device__
#else
#define DEVICE
#endif

DEVICE int twice(int x) { return 2 * x; }
