// One atomic a warp instead of one a thread: ballot, leader, rank, all in 32 bits.
// run: wave-32
// hazard: wave-64
// finds: HIP1001 HIP1003 HIP1004
// select: HIP1001 HIP1003 HIP1004
#include "../run/check.h"

#include <algorithm>

__device__ unsigned lanes_below() { return (1u << (threadIdx.x % warpSize)) - 1; }

__global__ void filter(const int *in, int *out, int *count, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool keep = i < n && in[i] % 3 == 0;
    const unsigned int mask = __ballot_sync(0xffffffff, keep);
    const int leader = __ffs(mask) - 1;
    int base = 0;
    if (static_cast<int>(threadIdx.x % warpSize) == leader) base = atomicAdd(count, __popc(mask));
    base = __shfl_sync(0xffffffff, base, leader);
    if (keep) out[base + __popc(mask & lanes_below())] = in[i];
}

int main() {
    Verdict verdict("warp-filter");
    const int n = 5000;
    std::vector<int> in(n), want;
    for (int i = 0; i < n; i++) in[i] = i * 7 % 5003;
    std::copy_if(in.begin(), in.end(), std::back_inserter(want), [](int v) { return v % 3 == 0; });
    Array<int> values(in), out(n + 256), count(1);
    filter<<<blocks(n, 256), 256>>>(values.p, out.p, count.p, n);
    auto got = out.host();
    got.resize(std::min(count.host()[0], n));
    std::sort(got.begin(), got.end());
    std::sort(want.begin(), want.end());
    verdict.same("kept", got, want);
    return verdict.end();
}
