// A scan in three launches. The offsets of the blocks' sums are added one block too far on.
// run: wave-any
// launch: 3 add_offsets
// variable: out
#include "../run/check.h"

const int BLOCK = 128;

__global__ void scan_blocks(const int *in, int *out, int *sums) {
    __shared__ int part[BLOCK];
    const int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    part[t] = in[i];
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        const int below = t >= d ? part[t - d] : 0;
        __syncthreads();
        part[t] += below;
        __syncthreads();
    }
    out[i] = part[t];
    if (t == BLOCK - 1) sums[blockIdx.x] = part[t];
}

__global__ void scan_sums(int *sums, int n) {
    for (int i = 1; i < n; i++) sums[i] += sums[i - 1];
}

__global__ void add_offsets(int *out, const int *sums) {
#ifdef RIGHT
    if (blockIdx.x > 0) out[blockIdx.x * BLOCK + threadIdx.x] += sums[blockIdx.x - 1];
#else
    if (blockIdx.x > 0) out[blockIdx.x * BLOCK + threadIdx.x] += sums[blockIdx.x];
#endif
}

int main() {
    Verdict verdict("scan-offsets");
    const int n = 4096, count = n / BLOCK;
    std::vector<int> values(n), want(n);
    for (int i = 0; i < n; i++) want[i] = (values[i] = i % 7) + (i ? want[i - 1] : 0);
    Array<int> in(values), out(n), sums(count);
    scan_blocks<<<count, BLOCK>>>(in.p, out.p, sums.p);
    scan_sums<<<1, 1>>>(sums.p, count);
    add_offsets<<<count, BLOCK>>>(out.p, sums.p);
    verdict.same("out", out.host(), want);
    return verdict.end();
}
