// Warp votes: all, any, ballot, active lanes; a warp that is not full.
// run: wave-any
#include "check.h"

#include <algorithm>

using Mask = decltype(__activemask());

__global__ void vote(const int *in, int *out) {
    const int i = threadIdx.x;
    const Mask here = __activemask();
    const Mask odd = __ballot_sync(here, in[i] & 1);
    out[i] = __popcll(here) + 100 * __popcll(odd) + 10000 * (__any_sync(here, in[i] > 95) != 0) + 20000 * (__all_sync(here, in[i] > 2) != 0);
    const int lane = i % warpSize;
    if (in[i] & 1) out[i] += 100000 * __popcll(odd & ((Mask(1) << lane) - 1));
    if (i >= 32 && i < 40) {
        const Mask few = __activemask();
        out[i] += 10000000 * __popcll(__ballot_sync(few, in[i] > 50));
    }
}

int main() {
    Verdict verdict("votes");
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    const int n = 150, warp = properties.warpSize;
    std::vector<int> in(n), want(n);
    const auto words = random_words(n);
    for (int i = 0; i < n; i++) in[i] = words[i] % 100;
    for (int i = 0; i < n; i++) {
        const int first = i / warp * warp, end = std::min(n, first + warp);
        int odd = 0, any = 0, all = 1, rank = 0, few = 0;
        for (int k = first; k < end; k++) odd += in[k] & 1, any |= in[k] > 95, all &= in[k] > 2, rank += k < i && in[k] & 1;
        for (int k = 32; k < 40; k++) few += in[k] > 50;
        want[i] = end - first + 100 * odd + 10000 * any + 20000 * all + (in[i] & 1 ? 100000 * rank : 0) + (i >= 32 && i < 40 ? 10000000 * few : 0);
    }
    Array<int> din(in), out(n);
    vote<<<1, n>>>(din.p, out.p);
    verdict.same("votes", out.host(), want);
    return verdict.end();
}
