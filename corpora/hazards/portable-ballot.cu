// Compaction written for both vendors: the mask's type and the functions on it hang on the platform.
// run: wave-any
#include "support.h"

#include <algorithm>

#ifdef __HIP_PLATFORM_AMD__
typedef unsigned long long lane_mask_t;
#define ALL_LANES (~0ull)
__device__ inline int count_lanes(lane_mask_t m) { return __popcll(m); }
__device__ inline lane_mask_t lanes_below(int lane) { return (1ull << lane) - 1; }
#else
typedef unsigned int lane_mask_t;
#define ALL_LANES 0xffffffffu
__device__ inline int count_lanes(lane_mask_t m) { return __popc(m); }
__device__ inline lane_mask_t lanes_below(int lane) { return (1u << lane) - 1; }
#endif

__global__ void keep(const int *in, int *out, int *count, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % warpSize;
    const bool wanted = i < n && in[i] % 4 == 1;
    const lane_mask_t votes = __ballot_sync(ALL_LANES, wanted);
    int base = 0;
    if (lane == 0) base = atomicAdd(count, count_lanes(votes));
    base = __shfl_sync(ALL_LANES, base, 0);
    if (wanted) out[base + count_lanes(votes & lanes_below(lane))] = in[i];
}

int main() {
    const int n = 1000;
    int *in = managed<int>(n), *out = managed<int>(n), *count = managed<int>(1);
    std::vector<int> want;
    for (int i = 0; i < n; i++) {
        in[i] = i * 13 % 997;
        if (in[i] % 4 == 1) want.push_back(in[i]);
    }
    keep<<<(n + 127) / 128, 128>>>(in, out, count, n);
    finish();
    std::sort(out, out + *count);
    std::sort(want.begin(), want.end());
    return report("portable-ballot", *count == (int)want.size() && std::equal(want.begin(), want.end(), out));
}
