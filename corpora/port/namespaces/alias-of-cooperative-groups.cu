// compile: no, HIP has no asynchronous copy of groups
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void k(int *out, const int *in) {
    __shared__ int part[32];
    cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, part, in, sizeof(part));
    cg::wait(block);
    out[block.thread_rank()] = part[block.thread_rank()];
}
