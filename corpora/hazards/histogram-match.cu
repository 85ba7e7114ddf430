// Histogram of letters: the lanes of a warp that hold the same letter find each other first.
// run: wave-32
#include "support.h"

constexpr unsigned FULL = ~0u; // hazard: HIP1001

__global__ void letters(const char *text, int n, unsigned *bins) {
    const int stride = gridDim.x * blockDim.x;
    const int lane = threadIdx.x % warpSize;
    for (int base = blockIdx.x * blockDim.x; base < n; base += stride) {
        const int i = base + threadIdx.x;
        const int letter = i < n ? text[i] - 'a' : 26;
        const unsigned same = __match_any_sync(FULL, letter);          // hazard: HIP1003 (HIP1001) (HIP1017)
        const int first = __ffs(same) - 1;                             // hazard: HIP1004
        if (letter < 26 && lane == first) atomicAdd(&bins[letter], __popc(same)); // hazard: HIP1004
    }
}

int main() {
    const int n = 5001;
    char *text = managed<char>(n);
    unsigned *bins = managed<unsigned>(26);
    unsigned want[26] = {};
    uint32_t seed = 3;
    for (int i = 0; i < n; i++) {
        text[i] = 'a' + next_random(seed) % 26;
        want[text[i] - 'a']++;
    }
    letters<<<5, 256>>>(text, n, bins);
    finish();
    return report("histogram-match", std::memcmp(want, bins, sizeof want) == 0);
}
