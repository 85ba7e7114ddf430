// A function with one body for the device, by architecture, and one for the host.
// run: no
#include "support.h"

__host__ __device__ inline int bits_set(unsigned x) {
#ifdef __CUDA_ARCH__ // hazard: (HIP5001)
    return __popc(x);
#else
    int n = 0;
    for (; x; x &= x - 1) n++;
    return n;
#endif
}

__device__ inline float add_shared(float *at, float v) {
#if __CUDA_ARCH__ >= 600 // hazard: HIP5001
    return atomicAdd_block(at, v); // hazard: HIP2022
#else
    return atomicAdd(at, v);
#endif
}

__global__ void count(const unsigned *words, int n, int *bits, float *sum) {
    __shared__ float block;
    if (threadIdx.x == 0) block = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        atomicAdd(bits, bits_set(words[i]));
        add_shared(&block, 1.0f);
    }
    __syncthreads();
    if (threadIdx.x == 0) *sum = block;
}

int main() {
    const int n = 500;
    unsigned *words = managed<unsigned>(n);
    int *bits = managed<int>(1), want = 0;
    float *sum = managed<float>(1);
    for (int i = 0; i < n; i++) want += bits_set(words[i] = i * 40503u);
    count<<<1, 128>>>(words, n, bits, sum);
    finish();
    return report("architecture-guards", *bits == want && *sum == n);
}
