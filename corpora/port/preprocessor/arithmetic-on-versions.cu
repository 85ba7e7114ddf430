#include <cuda_runtime.h>

#if __CUDACC_VER_MAJOR__ * 10000 + __CUDACC_VER_MINOR__ * 100 >= 110200
#define HAS_ALLOCA 1
#else
#error "HIP counts as CUDA 12.9"
#endif

#if (CUDART_VERSION / 1000) < 11 || CUDART_VERSION % 1000 > 900
#error "old"
#endif

#ifdef __CUDA_ARCH__
#if ((__CUDA_ARCH__) / 100) < 6 || (__CUDA_ARCH__ & 1)
#error "older than the GPUs that there are"
#endif
#endif

// The truth alone, with more parentheses than it needs.
#if ((__CUDACC_VER_MAJOR__)) && HAS_ALLOCA
__global__ void fill(int *to) { *to = 1; }
#endif
