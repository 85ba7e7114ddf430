#include <hip/hip_runtime.h>

#if defined(__CUDACC__) || defined(__HIPCC__)
#define A 1
#endif
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#define B 1
#endif
