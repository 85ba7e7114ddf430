#include <cuda_runtime.h>

__host__ __device__ inline float inverse_root(float x) {
#ifdef __CUDA_ARCH__
    return rsqrtf(x);
#else
    return 1.0f / sqrtf(x);
#endif
}
