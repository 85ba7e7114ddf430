// Sum by a tree in dynamic shared memory, two launches, for several block sizes.
// run: wave-any
#include "check.h"

__global__ void reduce(const int *in, long long *out, int n) {
    extern __shared__ long long partial[];
    const int i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
    partial[threadIdx.x] = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) partial[threadIdx.x] += partial[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}

int main() {
    Verdict verdict("reduce-tree");
    const int n = 100001;
    std::vector<int> in(n);
    long long want = 0;
    const auto words = random_words(n);
    for (int i = 0; i < n; i++) want += in[i] = static_cast<int>(words[i] >> 2);
    Array<int> din(in);
    for (const int size : {32, 64, 256, 1024}) {
        const int grid = blocks(n, 2 * size);
        Array<long long> sums(grid);
        reduce<<<grid, size, size * sizeof(long long)>>>(din.p, sums.p, n);
        long long sum = 0;
        for (const auto part : sums.host()) sum += part;
        verdict.same("sum", sum, want);
    }
    return verdict.end();
}
