// Votes of whole blocks by their barriers, and compaction by a scan in shared memory.
// run: wave-any
#include "support.h"

constexpr int BLOCK = 128;

__global__ void count_negative(const int *in, int *count, int *any, int *all, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int value = i < n ? in[i] : 0;
    const int negative = __syncthreads_count(value < 0);
    const int some = __syncthreads_or(value < -90), every = __syncthreads_and(value > -100);
    if (threadIdx.x == 0) {
        atomicAdd(count, negative);
        atomicOr(any, some);
        atomicAnd(all, every);
    }
}

__global__ void compact(const int *in, int *out, int *used, int n) {
    __shared__ int places[BLOCK];
    __shared__ int base;
    const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    const int keep = i < n && in[i] < 0;
    places[tid] = keep;
    for (int d = 1; d < BLOCK; d *= 2) {
        __syncthreads();
        const int below = tid >= d ? places[tid - d] : 0;
        __syncthreads();
        places[tid] += below;
    }
    if (tid == BLOCK - 1) base = atomicAdd(used, places[tid]);
    __syncthreads();
    if (keep) out[base + places[tid] - 1] = in[i];
}

int main() {
    const int n = 1111;
    int *in = managed<int>(n), *out = managed<int>(n), *results = managed<int>(4);
    int want = 0, sum = 0, got = 0;
    for (int i = 0; i < n; i++) {
        in[i] = i * 29 % 150 - 75;
        want += in[i] < 0;
        sum += in[i] < 0 ? in[i] : 0;
    }
    results[2] = 1;
    count_negative<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, results, results + 1, results + 2, n);
    compact<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, results + 3, n);
    finish();
    for (int i = 0; i < results[3]; i++) got += out[i];
    return report("block-votes", results[0] == want && !results[1] && results[2] && results[3] == want && got == sum);
}
