// The last steps of a tree sum without barriers, as written for GPUs whose warps run in step: volatile shared memory, 32 lanes.
// run: wave-any
// hipify-check: allow-file(race/warp) lanes in step are what it is about
#include "check.h"

__device__ void last_warp(volatile int *s, int t) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
}

__global__ void reduce(const int *in, int *out) {
    __shared__ int s[256];
    s[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 128) s[threadIdx.x] += s[threadIdx.x + 128];
    __syncthreads();
    if (threadIdx.x < 64) s[threadIdx.x] += s[threadIdx.x + 64];
    __syncthreads();
    if (threadIdx.x < 32) last_warp(s, threadIdx.x);
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

int main() {
    Verdict verdict("reduce-volatile");
    const int grid = 20;
    std::vector<int> in(grid * 256), want(grid);
    const auto words = random_words(in.size());
    for (size_t i = 0; i < in.size(); i++) want[i / 256] += in[i] = words[i] & 0xffff;
    Array<int> din(in), dout(grid);
    reduce<<<grid, 256>>>(din.p, dout.p);
    verdict.same("sums", dout.host(), want);
    return verdict.end();
}
