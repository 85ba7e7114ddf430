// Keeps the positive elements: ballot, population count, one atomic a warp.
// run: wave-32
#include "support.h"

#include <algorithm>

__global__ void compact(const int *src, int *dst, int *counter, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % 32;                           // hazard: HIP1005
    const bool keep = i < n && src[i] > 0;
    unsigned int ballot = __ballot_sync(0xffffffff, keep);       // hazard: HIP1001 HIP1003
    unsigned int below = ballot & ((1u << lane) - 1);            // hazard: HIP1004
    int warp_base = 0;
    if (lane == 0) warp_base = atomicAdd(counter, __popc(ballot)); // hazard: HIP1004
    warp_base = __shfl_sync(0xffffffff, warp_base, 0);           // hazard: HIP1001 (HIP1010)
    if (keep) dst[warp_base + __popc(below)] = src[i];           // hazard: HIP1004
}

int main() {
    const int n = 3000;
    int *src = managed<int>(n), *dst = managed<int>(n), *counter = managed<int>(1);
    uint32_t seed = 5;
    std::vector<int> want;
    for (int i = 0; i < n; i++) {
        src[i] = (int)(next_random(seed) % 2001) - 1000;
        if (src[i] > 0) want.push_back(src[i]);
    }
    compact<<<(n + 127) / 128, 128>>>(src, dst, counter, n);
    finish();
    std::vector<int> got(dst, dst + std::min(*counter, n));
    std::sort(got.begin(), got.end());
    std::sort(want.begin(), want.end());
    return report("stream-compaction", got == want);
}
