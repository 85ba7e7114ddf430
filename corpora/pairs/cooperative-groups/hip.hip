// Sum of an array with tiles of 16 threads.
#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>

using namespace cooperative_groups;

__global__ void sum_tiles(const int* values, int* result, int count)
{
    __shared__ int block_total;
    auto block = this_thread_block();
    auto tile = tiled_partition<16>(block);
    if (block.thread_rank() == 0) {
        block_total = 0;
    }
    block.sync();

    int v = 0;
    const unsigned step = gridDim.x * blockDim.x;
    for (int at = blockIdx.x * blockDim.x + block.thread_rank(); at < count; at += step) {
        v += values[at];
    }
    for (int mask = tile.size() / 2; mask > 0; mask /= 2) {
        v += tile.shfl_xor(v, mask);
    }
    if (tile.thread_rank() == 0) {
        atomicAdd(&block_total, v);
    }
    block.sync();

    if (threadIdx.x == 0) {
        atomicAdd(result, block_total);
    }
}
