// A Bloom filter: two hashes choose bits by their low five bits and words by the rest.
// run: wave-any
#include "support.h"

constexpr unsigned WORDS = 256;

__host__ __device__ inline unsigned mix(unsigned x) {
    x ^= x >> 16;
    x *= 0x85ebca6bu;
    x ^= x >> 13;
    x *= 0xc2b2ae35u;
    return x ^ x >> 16;
}

__global__ void insert(const unsigned *keys, int n, unsigned *filter) {
    const int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    for (unsigned seed = 0; seed < 2; seed++) {
        const unsigned hash = mix(keys[tid] + seed * 0x9e3779b9u);
        atomicOr(&filter[(hash >> 5) % WORDS], 1u << (hash & 31));
    }
}

__global__ void query(const unsigned *keys, int n, const unsigned *filter, int *maybe) {
    const int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    bool all = true;
    for (unsigned seed = 0; seed < 2; seed++) {
        const unsigned hash = mix(keys[tid] + seed * 0x9e3779b9u);
        all = all && (filter[(hash >> 5) % WORDS] & (1u << (hash % 32)));
    }
    if (all) atomicAdd(maybe, 1);
}

int main() {
    const int n = 400;
    unsigned *keys = managed<unsigned>(n), *others = managed<unsigned>(n), *filter = managed<unsigned>(WORDS);
    int *maybe = managed<int>(2);
    for (int i = 0; i < n; i++) keys[i] = i * 3, others[i] = i * 3 + 1;
    insert<<<2, 256>>>(keys, n, filter);
    query<<<2, 256>>>(keys, n, filter, maybe);
    query<<<2, 256>>>(others, n, filter, maybe + 1);
    finish();
    return report("bloom-filter", maybe[0] == n && maybe[1] < n / 10);
}
