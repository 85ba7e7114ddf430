// Votes, ballots and matches within tiles and coalesced groups.
// run: wave-any
#include "check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

template <unsigned size> __global__ void votes(const int *in, int *out) {
    const auto tile = cg::tiled_partition<size>(cg::this_thread_block());
    const int i = threadIdx.x, v = in[i];
    out[i] = tile.any(v > 900) + 2 * tile.all(v > 10) + 4 * __popcll(tile.ballot(v % 2)) + 1000 * tile.meta_group_rank();
    if (v % 3 == 0) {
        const auto group = cg::coalesced_threads();
        out[i] += 100000 * group.any(v > 800) + 200000 * group.all(v > 100);
    }
}

template <int size> void compare(Verdict &verdict, const std::vector<int> &in, int warp) {
    const int n = static_cast<int>(in.size());
    std::vector<int> want(n);
    for (int i = 0; i < n; i++) {
        int any = 0, all = 1, odd = 0, any3 = 0, all3 = 1;
        for (int k = i / size * size; k < (i / size + 1) * size; k++) any |= in[k] > 900, all &= in[k] > 10, odd += in[k] % 2;
        for (int k = i / warp * warp; k < (i / warp + 1) * warp; k++)
            if (in[k] % 3 == 0) any3 |= in[k] > 800, all3 &= in[k] > 100;
        want[i] = any + 2 * all + 4 * odd + 1000 * (i / size) + (in[i] % 3 ? 0 : 100000 * any3 + 200000 * all3);
    }
    Array<int> din(in), out(n);
    votes<size><<<1, n>>>(din.p, out.p);
    verdict.same("votes", out.host(), want);
}

int main() {
    Verdict verdict("group-votes");
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    std::vector<int> in;
    for (const auto word : random_words(256)) in.push_back(word % 1000);
    compare<4>(verdict, in, properties.warpSize);
    compare<16>(verdict, in, properties.warpSize);
    compare<32>(verdict, in, properties.warpSize);
    return verdict.end();
}
