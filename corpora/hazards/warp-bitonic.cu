// Sorts runs of a warp's length by a bitonic network of shuffles.
// run: wave-32
#include "support.h"

#include <algorithm>

static const int kWarp = 32; // hazard: HIP1007

__device__ unsigned compare_exchange(unsigned mine, int partner_bit, bool up, int lane) {
    const unsigned other = __shfl_xor_sync(0xffffffffu, mine, partner_bit); // hazard: HIP1001
    const bool lower = (lane & partner_bit) == 0;
    return (lower == up) ? min(mine, other) : max(mine, other);
}

__global__ void sort_runs(unsigned *keys) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % kWarp;
    unsigned key = keys[i];
    for (int size = 2; size <= kWarp; size *= 2) {
        const bool up = (lane & size) == 0 || size == kWarp;
        for (int bit = size / 2; bit > 0; bit /= 2) key = compare_exchange(key, bit, up, lane);
    }
    keys[i] = key;
}

int main() {
    const int n = 1024;
    unsigned *keys = managed<unsigned>(n);
    uint32_t seed = 1234;
    for (int i = 0; i < n; i++) keys[i] = next_random(seed);
    std::vector<unsigned> want(keys, keys + n);
    for (int r = 0; r < n; r += kWarp) std::sort(want.begin() + r, want.begin() + r + kWarp);
    sort_runs<<<n / 128, 128>>>(keys);
    finish();
    return report("warp-bitonic", std::equal(want.begin(), want.end(), keys));
}
