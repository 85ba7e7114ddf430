// Counters of loops that threads leave in different turns, used after a barrier, a shuffle and a vote: each thread keeps its own.
// run: wave-any
#include "check.h"

__global__ void counts(const unsigned *in, unsigned *out, unsigned size) {
    const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned n = 0, m = 0, k = 0, sum = in[t];
    while (n < (in[t] >> (n & 3) & 7)) n++;
    __syncthreads();
    out[t] = n;
    for (; m * m < (in[t] & 255); m++) {}
    sum += __shfl_xor_sync(0xffffffff, sum, 1);
    out[t + size] = m + 100 * (sum & 1);
    do k += 3; while (k < in[t] % 50);
    const int votes = __syncthreads_count(k & 1);
    out[t + 2 * size] = k + 1000 * votes;
}

int main() {
    Verdict verdict("counts-across-barriers");
    const unsigned grid = 3, block = 128, size = grid * block;
    const auto in = random_words(size);
    std::vector<unsigned> want(3 * size), odd(grid);
    for (unsigned t = 0; t < size; t++) {
        unsigned n = 0, m = 0, k = 0;
        while (n < (in[t] >> (n & 3) & 7)) n++;
        while (m * m < (in[t] & 255)) m++;
        do k += 3; while (k < in[t] % 50);
        want[t] = n, want[t + size] = m + 100 * ((in[t] + in[t ^ 1]) & 1), want[t + 2 * size] = k;
        odd[t / block] += k & 1;
    }
    for (unsigned t = 0; t < size; t++) want[t + 2 * size] += 1000 * odd[t / block];
    Array<unsigned> din(in), out(want.size());
    counts<<<grid, block>>>(din.p, out.p, size);
    verdict.same("counts", out.host(), want);
    return verdict.end();
}
