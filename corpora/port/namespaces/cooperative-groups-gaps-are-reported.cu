// compile: no, HIP has no reduce and no asynchronous copy of groups
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void k(int *p, int *q) {
    __shared__ int buffer[32];
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    cg::memcpy_async(block, buffer, q, sizeof(buffer));
    cg::wait(block);
    p[0] = cg::reduce(tile, buffer[tile.thread_rank()], cg::plus<int>());
}
