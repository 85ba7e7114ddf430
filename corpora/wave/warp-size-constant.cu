// Prefix sums of a block: scans of warps, then a scan of their totals. How wide a warp is stands in a constant.
// run: wave-32
// hazard: wave-64
// finds: HIP1007
#include "../run/check.h"

constexpr int kWarpSize = 32;
constexpr int kThreads = 256;

__device__ int warp_scan(int value, int lane) {
    for (int delta = 1; delta < kWarpSize; delta <<= 1) {
        const int below = __shfl_up_sync(__activemask(), value, delta);
        if (lane >= delta) value += below;
    }
    return value;
}

__global__ void prefix(const int *in, int *out) {
    __shared__ int totals[kThreads];
    const int lane = threadIdx.x % kWarpSize, warp = threadIdx.x / kWarpSize;
    int value = warp_scan(in[threadIdx.x], lane);
    const int total = __shfl_sync(__activemask(), value, kWarpSize - 1);
    if (lane == 0) totals[warp] = total;
    __syncthreads();
    for (int i = 0; i < warp; i++) value += totals[i];
    out[threadIdx.x] = value;
}

int main() {
    Verdict verdict("warp-size-constant");
    std::vector<int> in(kThreads), want(kThreads);
    int sum = 0;
    for (int i = 0; i < kThreads; i++) want[i] = sum += in[i] = i % 9 + 1;
    Array<int> values(in), out(kThreads);
    prefix<<<1, kThreads>>>(values.p, out.p);
    verdict.same("prefix", out.host(), want);
    return verdict.end();
}
