// Cooperative groups: ranks and sizes of blocks and tiles, shuffles within tiles of each size.
// run: wave-any
#include "check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

template <unsigned size> __global__ void tiles(const int *in, int *sum, int *rotated) {
    const cg::thread_block block = cg::this_thread_block();
    const cg::thread_block_tile<size> tile = cg::tiled_partition<size>(block);
    const int i = blockIdx.x * block.size() + block.thread_rank();
    int v = in[i];
    rotated[i] = tile.shfl(v, (tile.thread_rank() + 1) % tile.size());
    for (unsigned d = tile.size() / 2; d > 0; d /= 2) v += tile.shfl_xor(v, d);
    tile.sync();
    sum[i] = v;
}

template <int size> void compare(Verdict &verdict, const std::vector<int> &in) {
    const int n = static_cast<int>(in.size());
    std::vector<int> sum(n), rotated(n);
    for (int i = 0; i < n; i++) {
        const int base = i / size * size;
        for (int k = base; k < base + size; k++) sum[i] += in[k];
        rotated[i] = in[base + (i + 1) % size];
    }
    Array<int> din(in), ds(n), dr(n);
    tiles<size><<<n / 128, dim3(16, 8)>>>(din.p, ds.p, dr.p);
    verdict.same("sum", ds.host(), sum);
    verdict.same("rotated", dr.host(), rotated);
}

int main() {
    Verdict verdict("group-tiles");
    std::vector<int> in;
    for (const auto word : random_words(512)) in.push_back(word % 1000);
    compare<2>(verdict, in);
    compare<4>(verdict, in);
    compare<8>(verdict, in);
    compare<16>(verdict, in);
    compare<32>(verdict, in);
    return verdict.end();
}
