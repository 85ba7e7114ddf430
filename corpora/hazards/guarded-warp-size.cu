// A library's configuration of warps: known where it is compiled.
// run: no
#include "support.h"

#if defined(__HIP_PLATFORM_AMD__) || defined(USE_ROCM)
#if defined(__GFX9__)
#define WARP_SIZE 64
#else
#define WARP_SIZE 32
#endif
#define WARP_MASK 0xffffffffffffffffull
#else
#define WARP_SIZE 32
#define WARP_MASK 0xffffffffu
#endif

template <typename T> __device__ __forceinline__ T warp_sum(T v) {
    for (int delta = WARP_SIZE / 2; delta > 0; delta /= 2) v += __shfl_xor_sync(WARP_MASK, v, delta);
    return v;
}

__global__ void sum(const float *in, float *out, int n) {
    __shared__ float partial[1024 / WARP_SIZE];
    float v = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) v += in[i];
    v = warp_sum(v);
    if (threadIdx.x % WARP_SIZE == 0) partial[threadIdx.x / WARP_SIZE] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / WARP_SIZE; w++) v += partial[w];
        *out = v;
    }
}

int main() {
    const int n = 3000;
    float *in = managed<float>(n), *out = managed<float>(1);
    for (int i = 0; i < n; i++) in[i] = 0.25f;
    sum<<<1, 256>>>(in, out, n);
    finish();
    return report("guarded-warp-size", *out == 750);
}
