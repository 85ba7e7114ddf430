#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void k(int *p) {
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    int value = tile.shfl_down(p[block.thread_rank()], 1);
    block.sync();
    if (tile.thread_rank() == 0) p[0] = value;
    cg::grid_group grid = cg::this_grid();
    grid.sync();
}
