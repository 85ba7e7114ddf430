// A histogram whose threads of one bin find each other: who has the lowest bit of the peers' mask adds for all of them.
// run: wave-32
// hazard: wave-64
// finds: HIP1001 HIP1003 HIP1004
// select: HIP1001 HIP1003 HIP1004
#include "../run/check.h"

__global__ void histogram(const int *in, int *bins) {
    const int bin = in[blockIdx.x * blockDim.x + threadIdx.x], lane = threadIdx.x % warpSize;
    const unsigned peers = __match_any_sync(0xffffffff, bin);
    if (lane == __ffs(peers) - 1) atomicAdd(bins + bin, __popc(peers));
}

int main() {
    Verdict verdict("match-peers");
    const int n = 4096, bins = 50;
    std::vector<int> in(n), want(bins);
    const auto words = random_words(n, 9);
    for (int i = 0; i < n; i++) want[in[i] = words[i] % bins]++;
    Array<int> values(in), counts(bins);
    histogram<<<n / 256, 256>>>(values.p, counts.p);
    verdict.same("bins", counts.host(), want);
    return verdict.end();
}
