// compile: refused, HIP has no such functions
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h> // fires

namespace cg = cooperative_groups;

__global__ void sums(int *out) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    out[0] = cg::reduce(tile, out[threadIdx.x], cg::plus<int>());
    auto same = cg::labeled_partition(tile, out[0]); // fires
    cg::coalesced_group odd = cg::binary_partition(tile, out[0] & 1); // fires
    out[1] = tile.shfl_down(out[0], 1);
}

namespace mine {
__device__ int reduce(int x) { return x; }
}

__global__ void own(int *out) { out[0] = mine::reduce(out[1]); }
