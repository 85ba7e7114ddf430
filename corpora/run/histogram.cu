// A histogram in three ways: atomics in global memory, in shared memory, and a copy for each warp that is summed at the end.
// run: wave-any
#include "check.h"

constexpr int bins = 64;

__global__ void by_global(const unsigned char *in, unsigned *out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&out[in[i] % bins], 1u);
}

__global__ void by_shared(const unsigned char *in, unsigned *out, int n) {
    __shared__ unsigned counts[bins];
    for (int b = threadIdx.x; b < bins; b += blockDim.x) counts[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&counts[in[i] % bins], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&out[b], counts[b]);
}

__global__ void by_warp(const unsigned char *in, unsigned *out, int n) {
    extern __shared__ unsigned copies[];
    const int warps = blockDim.x / warpSize;
    unsigned *mine = copies + threadIdx.x / warpSize * bins;
    for (int b = threadIdx.x; b < bins * warps; b += blockDim.x) copies[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&mine[in[i] % bins], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x) {
        unsigned sum = 0;
        for (int w = 0; w < warps; w++) sum += copies[w * bins + b];
        atomicAdd(&out[b], sum);
    }
}

int main() {
    Verdict verdict("histogram");
    const int n = 100000;
    std::vector<unsigned char> in(n);
    std::vector<unsigned> want(bins);
    const auto words = random_words(n);
    for (int i = 0; i < n; i++) want[(in[i] = (words[i] >> 9) & (words[i] >> 17)) % bins]++;
    Array<unsigned char> din(in);
    Array<unsigned> a(bins), b(bins), c(bins);
    by_global<<<32, 256>>>(din.p, a.p, n);
    by_shared<<<32, 256>>>(din.p, b.p, n);
    by_warp<<<32, 256, 256 / 32 * bins * sizeof(unsigned)>>>(din.p, c.p, n);
    verdict.same("global", a.host(), want);
    verdict.same("shared", b.host(), want);
    verdict.same("by warp", c.host(), want);
    return verdict.end();
}
