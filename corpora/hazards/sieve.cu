// Primes by a segmented sieve: a block's segment is a bit set in shared memory.
// run: wave-any
#include "support.h"

#define SEGMENT 4096
#define WORDS (SEGMENT / 32)

__global__ void sieve(int *count, int segments) {
    __shared__ unsigned composite[WORDS];
    const int start = blockIdx.x * SEGMENT;
    for (int w = threadIdx.x; w < WORDS; w += blockDim.x) composite[w] = 0;
    __syncthreads();
    for (int p = 2 + threadIdx.x; p * p < start + SEGMENT; p += blockDim.x) {
        int first = (start + p - 1) / p * p;
        if (first < 2 * p) first = 2 * p;
        for (int m = first; m < start + SEGMENT; m += p) atomicOr(&composite[(m - start) >> 5], 1u << ((m - start) & 31));
    }
    __syncthreads();
    int primes = 0;
    for (int w = threadIdx.x; w < WORDS; w += blockDim.x) primes += 32 - __popc(composite[w]);
    if (threadIdx.x == 0 && start == 0) primes -= 2;
    atomicAdd(count, primes);
}

int main() {
    const int segments = 4;
    int *count = managed<int>(1);
    sieve<<<segments, 128>>>(count, segments);
    finish();
    int want = 0;
    for (int i = 2; i < segments * SEGMENT; i++) {
        bool prime = true;
        for (int d = 2; d * d <= i && prime; d++) prime = i % d != 0;
        want += prime;
    }
    return report("sieve", *count == want);
}
