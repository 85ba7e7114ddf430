// Assumes 32 lanes: the sum of 32 values by shuffles, and a lane number of five bits. Right where warps have 32 lanes, wrong
// where they have 64, since the shuffle then takes values from the other half.
// run: wave-32
// hazard: wave-64
#include "check.h"

__global__ void sums(const int *in, int *out) {
    int v = in[blockIdx.x * blockDim.x + threadIdx.x];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    for (int offset = 16; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffffff, v, offset);
    // Lane 0 alone has the sum of its warp; broadcast it from there.
    v = __shfl_sync(0xffffffff, v, 0);
    if (lane == 31) out[blockIdx.x * (blockDim.x >> 5) + warp] = v;
}

int main() {
    Verdict verdict("warp-size-hazard");
    const int n = 512;
    std::vector<int> in(n), want(n / 32);
    for (int i = 0; i < n; i++) want[i / 32] += in[i] = i * i % 97;
    Array<int> din(in), out(n / 32);
    sums<<<4, n / 4>>>(din.p, out.p);
    verdict.same("sums", out.host(), want);
    return verdict.end();
}
