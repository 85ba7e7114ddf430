// Exclusive prefix sums of a whole array: up-sweep and down-sweep in shared memory, block sums scanned by a second launch.
// run: wave-any
#include "check.h"

constexpr int size = 256;

__global__ void scan(const unsigned *in, unsigned *out, unsigned *totals, int n) {
    __shared__ unsigned s[2 * size];
    const int t = threadIdx.x, base = blockIdx.x * 2 * size;
    s[2 * t] = base + 2 * t < n ? in[base + 2 * t] : 0;
    s[2 * t + 1] = base + 2 * t + 1 < n ? in[base + 2 * t + 1] : 0;
    int offset = 1;
    for (int d = size; d > 0; d >>= 1, offset *= 2) {
        __syncthreads();
        if (t < d) s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    }
    if (t == 0) {
        if (totals) totals[blockIdx.x] = s[2 * size - 1];
        s[2 * size - 1] = 0;
    }
    for (int d = 1; d <= size; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            const int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            const unsigned left = s[a];
            s[a] = s[b];
            s[b] += left;
        }
    }
    __syncthreads();
    if (base + 2 * t < n) out[base + 2 * t] = s[2 * t];
    if (base + 2 * t + 1 < n) out[base + 2 * t + 1] = s[2 * t + 1];
}

__global__ void add(unsigned *v, const unsigned *sums, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] += sums[i / (2 * size)];
}

int main() {
    Verdict verdict("scan-blelloch");
    const int n = 70001;
    const auto in = random_words(n);
    std::vector<unsigned> want(n);
    for (int i = 1; i < n; i++) want[i] = want[i - 1] + in[i - 1];
    const int grid = blocks(n, 2 * size);
    Array<unsigned> din(in), dout(n), totals(grid), sums(grid);
    scan<<<grid, size>>>(din.p, dout.p, totals.p, n);
    scan<<<1, size>>>(totals.p, sums.p, nullptr, grid);
    add<<<blocks(n, size), size>>>(dout.p, sums.p, n);
    verdict.same("sums", dout.host(), want);
    return verdict.end();
}
