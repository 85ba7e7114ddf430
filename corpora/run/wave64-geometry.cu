// Assumes 64 lanes: lanes and waves are counted by 64, and a sum takes six steps. Right where waves have 64 lanes, wrong on a GPU that
// runs waves of 32.
// run: wave-64
// hazard: wave-32
// nvcc: none, its warps have 32 lanes
#include "check.h"

__global__ void sums(const int *in, int *out) {
    int v = in[blockIdx.x * blockDim.x + threadIdx.x];
    const int lane = threadIdx.x & 63, wave = threadIdx.x >> 6;
    for (int offset = 32; offset > 0; offset /= 2) v += __shfl_down_sync(__activemask(), v, offset);
    if (lane == 0) out[blockIdx.x * (blockDim.x >> 6) + wave] = v;
}

int main() {
    Verdict verdict("wave64-geometry");
    const int n = 1024;
    std::vector<int> in(n), want(n / 64);
    for (int i = 0; i < n; i++) want[i / 64] += in[i] = i * i % 89;
    Array<int> din(in), out(n / 64);
    sums<<<4, n / 4>>>(din.p, out.p);
    verdict.same("sums", out.host(), want);
    return verdict.end();
}
