// Keeps the positive numbers: places within a warp by ballot, between warps by one atomic each, for warps of any size.
// run: wave-any
#include "check.h"

#include <algorithm>

// A mask has as many bits as __activemask() gives.
using Mask = decltype(__activemask());

__global__ void compact(const int *in, int *out, int *count, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % warpSize;
    const int value = i < n ? in[i] : 0;
    const Mask kept = __ballot_sync(~Mask(0), value > 0);
    int base = 0;
    if (lane == 0 && kept != 0) base = atomicAdd(count, __popcll(kept));
    base = __shfl_sync(~Mask(0), base, 0);
    if (value > 0) out[base + __popcll(kept & ((Mask(1) << lane) - 1))] = value;
}

int main() {
    Verdict verdict("compaction-ballot");
    const int n = 10000;
    std::vector<int> in(n), want;
    const auto words = random_words(n);
    for (int i = 0; i < n; i++) {
        in[i] = static_cast<int>(words[i] % 2001) - 1000;
        if (in[i] > 0) want.push_back(in[i]);
    }
    Array<int> din(in), dout(n), count(1);
    compact<<<blocks(n, 128), 128>>>(din.p, dout.p, count.p, n);
    auto got = dout.host();
    got.resize(count.host()[0]);
    // Warps arrive in any order, but each keeps the order of its own.
    std::sort(got.begin(), got.end());
    std::sort(want.begin(), want.end());
    verdict.same("kept", got, want);
    return verdict.end();
}
