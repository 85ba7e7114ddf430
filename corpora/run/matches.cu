// Lanes with equal values find each other; values reduced over the lanes of a mask.
// run: wave-any
#include "check.h"

#include <algorithm>

using Mask = decltype(__activemask());

__global__ void match(const int *in, int *equal, int *first, int *all) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const Mask full = ~Mask(0), same = __match_any_sync(full, in[i]);
    equal[i] = __popcll(same);
    first[i] = __ffsll(same) - 1;
    int one = 0, none = 0;
    const Mask uniform = __match_all_sync(full, in[0], &one), mixed = __match_all_sync(full, i, &none);
    // Every other lane has a value of its own, and asks those that have the same.
    int half = 0;
    const Mask others = Mask(0x5555555555555555ull) << (i & 1), halves = __match_all_sync(others, i & 1, &half);
    all[i] = one * 10 + none + 100 * (__popcll(uniform) == warpSize) + 1000 * (mixed == 0) + 10000 * (half && (halves & ~others) == 0 && __popcll(halves) == warpSize / 2);
}

__global__ void reduce(const unsigned *in, unsigned *out) {
    const int i = threadIdx.x;
    const Mask full = ~Mask(0);
    out[6 * i] = __reduce_add_sync(full, in[i]), out[6 * i + 1] = __reduce_min_sync(full, in[i]), out[6 * i + 2] = __reduce_max_sync(full, in[i]);
    out[6 * i + 3] = __reduce_and_sync(full, in[i]), out[6 * i + 4] = __reduce_or_sync(full, in[i]), out[6 * i + 5] = __reduce_xor_sync(full, in[i]);
}

int main() {
    Verdict verdict("matches");
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    const int n = 256, warp = properties.warpSize;
    std::vector<int> in(n), equal(n), first(n, -1);
    const auto words = random_words(n);
    for (int i = 0; i < n; i++) in[i] = words[i] % 9;
    for (int i = 0; i < n; i++)
        for (int k = i / warp * warp; k < (i / warp + 1) * warp; k++)
            if (in[k] == in[i]) {
                equal[i]++;
                if (first[i] < 0) first[i] = k % warp;
            }
    Array<int> din(in), de(n), df(n), da(n);
    match<<<2, n / 2>>>(din.p, de.p, df.p, da.p);
    verdict.same("equal", de.host(), equal);
    verdict.same("first", df.host(), first);
    verdict.same("all", da.host(), std::vector<int>(n, 11110));

    const std::vector<unsigned> values(words.begin(), words.begin() + 64);
    std::vector<unsigned> want;
    for (int i = 0; i < 64; i++) {
        unsigned sum = 0, least = ~0u, most = 0, both = ~0u, any = 0, odd = 0;
        for (int k = i / warp * warp; k < (i / warp + 1) * warp; k++) {
            const unsigned v = values[k];
            sum += v, least = std::min(least, v), most = std::max(most, v), both &= v, any |= v, odd ^= v;
        }
        want.insert(want.end(), {sum, least, most, both, any, odd});
    }
    Array<unsigned> dv(values), dr(want.size());
    reduce<<<1, 64>>>(dv.p, dr.p);
    verdict.same("reduced", dr.host(), want);
    return verdict.end();
}
