// An open hash table: linear probing, an empty key of all ones.
// run: wave-any
#include "support.h"

constexpr unsigned CAPACITY = 1024, EMPTY = 0xffffffff;

__device__ unsigned slot_of(unsigned key) { return (key * 2654435769u) >> 22 & (CAPACITY - 1); }

__global__ void insert(unsigned *keys, unsigned *values, const unsigned *in, int n) {
    const int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    unsigned slot = slot_of(in[tid]);
    while (true) {
        const unsigned seen = atomicCAS(&keys[slot], EMPTY, in[tid]);
        if (seen == EMPTY || seen == in[tid]) {
            atomicAdd(&values[slot], 1u);
            return;
        }
        slot = (slot + 1) & (CAPACITY - 1);
    }
}

__global__ void lookup(const unsigned *keys, const unsigned *values, const unsigned *queries, unsigned *out, int n) {
    const int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    for (unsigned slot = slot_of(queries[tid]); keys[slot] != 0xffffffff; slot = (slot + 1) & (CAPACITY - 1))
        if (keys[slot] == queries[tid]) {
            out[tid] = values[slot];
            return;
        }
    out[tid] = 0;
}

int main() {
    const int n = 1500, distinct = 300;
    unsigned *keys = managed<unsigned>(CAPACITY), *values = managed<unsigned>(CAPACITY), *in = managed<unsigned>(n);
    unsigned *queries = managed<unsigned>(distinct), *out = managed<unsigned>(distinct);
    std::memset(keys, 0xff, CAPACITY * sizeof(unsigned));
    for (int i = 0; i < n; i++) in[i] = i % distinct * 7;
    for (int i = 0; i < distinct; i++) queries[i] = i * 7;
    insert<<<(n + 127) / 128, 128>>>(keys, values, in, n);
    lookup<<<(distinct + 127) / 128, 128>>>(keys, values, queries, out, distinct);
    finish();
    bool right = true;
    for (int i = 0; i < distinct; i++) right = right && out[i] == n / distinct;
    return report("hash-map", right);
}
