// Cooperative groups' own reduce and scans, over tiles and coalesced threads.
// run: wave-any
#include "check.h"

#include <algorithm>

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

__global__ void collect(const int *in, int *sum, int *most, int *inclusive, int *exclusive) {
    const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
    sum[i] = cg::reduce(tile, v, cg::plus<int>());
    most[i] = cg::reduce(tile, v, cg::greater<int>());
    inclusive[i] = cg::inclusive_scan(tile, v, cg::plus<int>());
    exclusive[i] = cg::exclusive_scan(tile, v);
}

__global__ void odd_ones(const int *in, int *sum) {
    const int i = threadIdx.x;
    if (in[i] % 2) {
        const cg::coalesced_group odd = cg::coalesced_threads();
        const int total = cg::reduce(odd, in[i], cg::plus<int>());
        if (odd.thread_rank() == 0) atomicAdd(sum, total);
    }
}

int main() {
    Verdict verdict("group-scan");
    const int n = 256;
    std::vector<int> in(n), sum(n), most(n), inclusive(n), exclusive(n);
    const auto words = random_words(n);
    int odd = 0;
    for (int i = 0; i < n; i++) {
        in[i] = words[i] % 1000;
        if (i < 96 && in[i] % 2) odd += in[i];
        inclusive[i] = in[i] + (i % 16 ? inclusive[i - 1] : 0);
        exclusive[i] = inclusive[i] - in[i];
    }
    for (int i = 0; i < n; i++)
        for (int k = i / 16 * 16; k < i / 16 * 16 + 16; k++) sum[i] += in[k], most[i] = std::max(most[i], in[k]);
    Array<int> din(in), ds(n), dm(n), di(n), de(n), dodd(1);
    collect<<<2, n / 2>>>(din.p, ds.p, dm.p, di.p, de.p);
    odd_ones<<<1, 96>>>(din.p, dodd.p);
    verdict.same("sum", ds.host(), sum);
    verdict.same("most", dm.host(), most);
    verdict.same("inclusive", di.host(), inclusive);
    verdict.same("exclusive", de.host(), exclusive);
    verdict.same("odd", dodd.host()[0], odd);
    return verdict.end();
}
