// Pi by counting points in a circle: each thread has a generator of its own, hits are summed by block and by atomics.
// run: wave-any
#include "check.h"

// xorshift64*, seeded by the thread's number through splitmix64.
struct Generator {
    unsigned long long state;
    __host__ __device__ explicit Generator(unsigned long long seed) {
        unsigned long long z = seed * 0x9e3779b97f4a7c15ull + 0x9e3779b97f4a7c15ull;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ z >> 27) * 0x94d049bb133111ebull;
        state = z ^ z >> 31;
        if (state == 0) state = 1;
    }
    __host__ __device__ unsigned next() {
        state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
        return static_cast<unsigned>(state * 0x2545f4914f6cdd1dull >> 32);
    }
};

__host__ __device__ inline unsigned hits(unsigned long long seed, int tries) {
    Generator generator(seed);
    unsigned inside = 0;
    for (int i = 0; i < tries; i++) {
        const unsigned long long x = generator.next() >> 1, y = generator.next() >> 1;
        inside += x * x + y * y < 1ull << 62;
    }
    return inside;
}

__global__ void throw_darts(unsigned long long *total, int tries) {
    __shared__ unsigned sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, hits(blockIdx.x * blockDim.x + threadIdx.x, tries));
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(total, static_cast<unsigned long long>(sum));
}

int main() {
    Verdict verdict("monte-carlo-pi");
    const int grid = 30, block = 96, tries = 100;
    Array<unsigned long long> total(1);
    throw_darts<<<grid, block>>>(total.p, tries);
    unsigned long long want = 0;
    for (int t = 0; t < grid * block; t++) want += hits(t, tries);
    verdict.same("hits", total.host()[0], want);
    verdict.same("pi", 4.0 * want / (double(grid) * block * tries), 3.14159, 0.01);
    return verdict.end();
}
