// port-options: --support-header
// port-tree: groups.cuh
// compile: no, its header is not here
#include <vector>
#include "groups.cuh"
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

__global__ void k(int *p) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    p[threadIdx.x] = cg::exclusive_scan(tile, p[threadIdx.x]);
}
