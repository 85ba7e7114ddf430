// One bit of a radix sort in a warp: ballots of the bit give every lane its place.
// run: wave-32
#include "support.h"

#include <algorithm>

#define LANES_PER_WARP 32 // hazard: HIP1007

__device__ unsigned split_by_bit(unsigned key, int bit) {
    const int lane = threadIdx.x % LANES_PER_WARP;
    const unsigned ones = __ballot_sync(0xffffffff, key >> bit & 1); // hazard: HIP1001 HIP1003
    const unsigned below = (1u << lane) - 1;                         // hazard: (HIP1004)
    const int zeros = LANES_PER_WARP - __popc(ones);                 // hazard: HIP1004
    const int place = (key >> bit & 1) ? zeros + __popc(ones & below) : __popc(~ones & below); // hazard: HIP1004
    __shared__ unsigned exchange[256];
    const int warp_start = threadIdx.x - lane;
    exchange[warp_start + place] = key;
    __syncthreads();
    key = exchange[threadIdx.x];
    __syncthreads();
    return key;
}

__global__ void sort_warps(unsigned *keys) {
    unsigned key = keys[threadIdx.x];
    for (int bit = 0; bit < 12; bit++) key = split_by_bit(key, bit);
    keys[threadIdx.x] = key;
}

int main() {
    const int n = 256;
    unsigned *keys = managed<unsigned>(n);
    for (int i = 0; i < n; i++) keys[i] = i * 2654435761u >> 20;
    std::vector<unsigned> want(keys, keys + n);
    for (int r = 0; r < n; r += LANES_PER_WARP) std::sort(want.begin() + r, want.begin() + r + LANES_PER_WARP);
    sort_warps<<<1, n>>>(keys);
    finish();
    return report("radix-split", std::equal(want.begin(), want.end(), keys));
}
