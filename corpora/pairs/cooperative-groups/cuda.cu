// Sum of an array with tiles of 16 threads.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

template <unsigned int Size> __device__ int tile_sum(const cg::thread_block_tile<Size> &tile, int value) {
    for (int i = tile.size() / 2; i > 0; i /= 2) value += tile.shfl_xor(value, i);
    return value;
}

__global__ void sum_tiles(const int *in, int *out, int n) {
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
    __shared__ int total;
    if (block.thread_rank() == 0) total = 0;
    block.sync();
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + block.thread_rank(); i < n; i += gridDim.x * blockDim.x) sum += in[i];
    sum = tile_sum(tile, sum);
    if (tile.thread_rank() == 0) atomicAdd(&total, sum);
    cg::sync(block);
    if (threadIdx.x == 0) atomicAdd(out, total);
}
