// Warp operations under a branch: the lanes of one side vote and shuffle among themselves, in loops of different lengths too.
// run: wave-any
#include "check.h"

using Mask = decltype(__activemask());

__global__ void sides(const int *in, int *count, int *first) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
    const Mask high = __ballot_sync(~Mask(0), v >= 50);
    if (v >= 50) {
        const Mask odd = __ballot_sync(high, v & 1);
        count[i] = __popcll(odd);
        first[i] = __shfl_sync(high, v, __ffsll(high) - 1);
    } else {
        const Mask low = ~high, even = __ballot_sync(low, !(v & 1));
        count[i] = -__popcll(even);
        first[i] = -__shfl_sync(low, v, __ffsll(low) - 1);
    }
}

// Each lane goes round as often as its number says; those still there count themselves.
__global__ void rounds(const int *in, int *seen) {
    const int i = threadIdx.x;
    int total = 0;
    Mask there = __ballot_sync(~Mask(0), 1);
    for (int k = 0;; k++) {
        const Mask staying = __ballot_sync(there, k < in[i]);
        if (k >= in[i]) break;
        there = staying;
        total += __popcll(__ballot_sync(there, 1));
    }
    seen[i] = total;
}

int main() {
    Verdict verdict("divergent-warp");
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    const int n = 256, warp = properties.warpSize;
    std::vector<int> in(n), count(n), first(n), small(64), seen(64);
    const auto words = random_words(n);
    for (int i = 0; i < n; i++) in[i] = words[i] % 100;
    for (int i = 0; i < n; i++) {
        int odd = 0, even = 0, high = -1, low = -1;
        for (int k = i / warp * warp; k < (i / warp + 1) * warp; k++) {
            odd += in[k] >= 50 && in[k] % 2, even += in[k] < 50 && in[k] % 2 == 0;
            if (in[k] >= 50 && high < 0) high = in[k];
            if (in[k] < 50 && low < 0) low = in[k];
        }
        count[i] = in[i] >= 50 ? odd : -even;
        first[i] = in[i] >= 50 ? high : -low;
    }
    Array<int> din(in), dc(n), df(n);
    sides<<<2, n / 2>>>(din.p, dc.p, df.p);
    verdict.same("count", dc.host(), count);
    verdict.same("first", df.host(), first);

    for (int i = 0; i < 64; i++) small[i] = words[i] % 9;
    for (int i = 0; i < 64; i++)
        for (int k = 0; k < small[i]; k++)
            for (int other = i / warp * warp; other < (i / warp + 1) * warp; other++) seen[i] += small[other] > k;
    Array<int> dsmall(small), dseen(64);
    rounds<<<1, 64>>>(dsmall.p, dseen.p);
    verdict.same("seen", dseen.host(), seen);
    return verdict.end();
}
