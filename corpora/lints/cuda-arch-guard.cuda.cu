#include <cuda_runtime.h>

__host__ __device__ float load(const float *p) {
#ifdef __CUDA_ARCH__
    return __ldg(p);
#else
    return *p;
#endif
}

__device__ void wait() {
#if __CUDA_ARCH__ >= 800 // fires
    __nanosleep(10);
#endif
}
