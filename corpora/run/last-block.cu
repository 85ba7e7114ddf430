// A sum in one launch: the block that finishes last, by a counter behind a fence, adds what the others left.
// run: wave-any
#include "check.h"

__device__ unsigned finished;

__device__ float block_sum(float mine) {
    __shared__ float s[128];
    s[threadIdx.x] = mine;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    const float sum = s[0];
    __syncthreads();
    return sum;
}

__global__ void total(const float *in, volatile float *partial, float *out, int n) {
    __shared__ bool last;
    float mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += in[i];
    const float sum = block_sum(mine);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(&finished, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    mine = 0;
    for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x) mine += partial[i];
    const float all = block_sum(mine);
    if (threadIdx.x == 0) {
        *out = all;
        finished = 0;
    }
}

int main() {
    Verdict verdict("last-block");
    const int n = 100000, grid = 37;
    const std::vector<float> in(n, 0.25f);
    Array<float> din(in), partial(grid), out(1);
    for (int turn = 0; turn < 3; turn++) {
        CHECK(cudaMemset(out.p, 0, sizeof(float)));
        total<<<grid, 128>>>(din.p, partial.p, out.p, n);
        verdict.same("sum", out.host()[0], n * 0.25f);
    }
    return verdict.end();
}
