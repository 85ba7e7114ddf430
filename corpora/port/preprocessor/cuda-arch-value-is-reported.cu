#include <cuda_runtime.h>

__device__ double add(double *to, double value) {
#if __CUDA_ARCH__ >= 600
    return atomicAdd(to, value);
#else
    return *to += value;
#endif
}

__host__ __device__ int path() {
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 800)
    return 80;
#elif defined(__CUDA_ARCH__)
    return 1;
#else
    return 0;
#endif
}
