// compile: gfx90a
#include <hip/hip_runtime.h>

__host__ __device__ float load(const float *p) {
#ifdef __CUDA_ARCH__ // fires
    return __ldg(p);
#else
    return *p;
#endif
}

__host__ __device__ float both(const float *p) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    return __ldg(p);
#else
    return *p;
#endif
}

__host__ __device__ float either(const float *p) {
#if defined(__HIP_DEVICE_COMPILE__)
    return *p;
#elif defined(__CUDA_ARCH__)
    return __ldg(p);
#endif
}
