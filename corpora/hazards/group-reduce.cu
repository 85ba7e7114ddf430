// Reductions of tiles by cooperative groups' own algorithms.
// run: no
#include "support.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h> // hazard: HIP2013
#include <cooperative_groups/scan.h>   // hazard: HIP2013

namespace cg = cooperative_groups;

__global__ void sums(const int *in, int *total, int *prefix) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int sum = cg::reduce(tile, in[i], cg::plus<int>()); // hazard: (HIP2013) (HIP3002)
    if (tile.thread_rank() == 0) atomicAdd(total, sum);
    prefix[i] = cg::inclusive_scan(tile, in[i]);              // hazard: (HIP2013) (HIP3002)
}

int main() {
    const int n = 640;
    int *in = managed<int>(n), *total = managed<int>(1), *prefix = managed<int>(n);
    int want = 0;
    for (int i = 0; i < n; i++) want += in[i] = i % 10;
    sums<<<n / 64, 64>>>(in, total, prefix);
    finish();
    bool right = *total == want;
    for (int i = 0, sum = 0; i < n; i++) {
        sum = (i % 16 ? sum : 0) + in[i];
        right = right && prefix[i] == sum;
    }
    return report("group-reduce", right);
}
