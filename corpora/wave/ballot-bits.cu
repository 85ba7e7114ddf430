// Compaction by ballots that are kept in 64 bits, and yet counted by functions of 32.
// run: wave-32
// hazard: wave-64
// finds: HIP1004
// select: HIP1004
#include "../run/check.h"

#include <algorithm>

__global__ void keep_odd(const int *in, int *out, int *count) {
    const int value = in[blockIdx.x * blockDim.x + threadIdx.x], lane = threadIdx.x % warpSize;
    const bool keep = value & 1;
    const unsigned long long votes = __ballot_sync(__activemask(), keep);
    int base = 0;
    if (lane == 0) base = atomicAdd(count, __popc(votes));
    base = __shfl_sync(__activemask(), base, 0);
    if (keep) out[base + __popc(votes & ((1ull << lane) - 1))] = value;
}

int main() {
    Verdict verdict("ballot-bits");
    const int n = 2048;
    std::vector<int> in(n), want;
    const auto words = random_words(n);
    for (int i = 0; i < n; i++) in[i] = words[i] % 10000;
    std::copy_if(in.begin(), in.end(), std::back_inserter(want), [](int v) { return v & 1; });
    Array<int> values(in), out(n), count(1);
    keep_odd<<<n / 256, 256>>>(values.p, out.p, count.p);
    auto got = out.host();
    got.resize(count.host()[0]);
    std::sort(got.begin(), got.end());
    std::sort(want.begin(), want.end());
    verdict.same("odd", got, want);
    return verdict.end();
}
