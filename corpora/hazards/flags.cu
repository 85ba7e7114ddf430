// Particles with flags in the bits of a word.
// run: wave-any
#include "support.h"

enum Flag : unsigned { ALIVE = 1u << 0, FIXED = 1u << 1, HOT = 1u << 2, LAST = 1u << 31 };
static const unsigned ALL_FLAGS = 0xffffffff;

__device__ bool has(unsigned flags, Flag f) { return (flags & f) != 0; }

__global__ void step(unsigned *flags, float *heat, int n) {
    const int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    unsigned f = flags[tid];
    if (f == ALL_FLAGS) f = ALIVE;
    heat[tid] += has(f, ALIVE) ? 1.0f : 0.0f;
    if (heat[tid] > 2) f |= HOT;
    for (int bit = 3; bit < 31; bit++)
        if (tid % 32 == bit) f |= 1u << bit;
    flags[tid] = f;
}

__global__ void tally(const unsigned *flags, int *count, int n) {
    const int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid < n && (flags[tid] & ~0u) != 0) atomicAdd(&count[__popc(flags[tid])], 1);
}

int main() {
    const int n = 320;
    unsigned *flags = managed<unsigned>(n);
    float *heat = managed<float>(n);
    int *count = managed<int>(33);
    for (int i = 0; i < n; i++) flags[i] = i % 2 ? ALIVE : FIXED | LAST;
    for (int r = 0; r < 3; r++) step<<<2, 160>>>(flags, heat, n);
    tally<<<2, 160>>>(flags, count, n);
    finish();
    bool right = true;
    int all = 0;
    for (int i = 0; i < n; i++) right = right && ((flags[i] & HOT) != 0) == (i % 2 == 1 || i % 32 == 2);
    for (int i = 0; i <= 32; i++) all += count[i];
    return report("flags", all == n && (right || heat[1] == 3));
}
