// Ranks among the lanes that keep a value, by PTX's mask of the lanes below: a register of 32 bits.
// run: wave-32
// hazard: wave-64
// finds: HIP1003 HIP1022
// select: HIP1003 HIP1004 HIP1022
#include "../run/check.h"

#include <algorithm>

__device__ unsigned lanes_below() {
    unsigned mask;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    return mask;
}

__global__ void keep_even(const int *in, int *out, int *count) {
    const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    const bool keep = value % 2 == 0;
    const unsigned votes = __ballot_sync(__activemask(), keep);
    int base = 0;
    if (threadIdx.x % warpSize == 0) base = atomicAdd(count, __popc(votes));
    base = __shfl_sync(__activemask(), base, 0);
    if (keep) out[base + __popc(votes & lanes_below())] = value;
}

int main() {
    Verdict verdict("lane-mask-assembly");
    const int n = 2048;
    std::vector<int> in(n), want;
    for (int i = 0; i < n; i++) in[i] = i * 37 % 4099;
    std::copy_if(in.begin(), in.end(), std::back_inserter(want), [](int v) { return v % 2 == 0; });
    Array<int> values(in), out(n), count(1);
    keep_even<<<n / 256, 256>>>(values.p, out.p, count.p);
    auto got = out.host();
    got.resize(std::min(count.host()[0], n));
    std::sort(got.begin(), got.end());
    std::sort(want.begin(), want.end());
    verdict.same("even", got, want);
    return verdict.end();
}
