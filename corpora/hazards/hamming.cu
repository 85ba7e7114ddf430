// Nearest descriptors by Hamming distance, 256 bits each, eight words of 32.
// run: wave-any
#include "support.h"

constexpr int WORDS = 256 / 32;

struct Descriptor {
    unsigned bits[WORDS];
};

__device__ int distance(const Descriptor &a, const Descriptor &b) {
    int d = 0;
    for (int w = 0; w < WORDS; w++) d += __popc(a.bits[w] ^ b.bits[w]);
    return d;
}

__global__ void nearest(const Descriptor *queries, int count, const Descriptor *set, int n, int *best) {
    const int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= count) return;
    int least = WORDS * 32 + 1, at = -1;
    for (int i = 0; i < n; i++) {
        const int d = distance(queries[q], set[i]);
        if (d < least) least = d, at = i;
    }
    best[q] = at;
}

__global__ void top_bit(const Descriptor *set, int n, int *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 31 - __clz(set[i].bits[0] | 1);
}

int main() {
    const int n = 100;
    Descriptor *set = managed<Descriptor>(n), *queries = managed<Descriptor>(n);
    int *best = managed<int>(n), *tops = managed<int>(n);
    uint32_t seed = 7;
    for (int i = 0; i < n; i++)
        for (int w = 0; w < WORDS; w++) queries[i].bits[w] = set[i].bits[w] = next_random(seed);
    for (int i = 0; i < n; i++) queries[i].bits[i % WORDS] ^= 1u << (i & 31);
    nearest<<<2, 64>>>(queries, n, set, n, best);
    top_bit<<<2, 64>>>(set, n, tops);
    finish();
    bool right = true;
    for (int i = 0; i < n; i++) right = right && best[i] == i && (set[i].bits[0] | 1) >> tops[i] == 1;
    return report("hamming", right);
}
