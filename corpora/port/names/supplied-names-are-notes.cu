// port-options: --rocm 6.4
// compile: no, HIP has no such functions
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void sums(float *p, unsigned *bits, __half2 *pairs) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    p[0] = cg::reduce(tile, p[threadIdx.x], cg::plus<float>());
    auto same = cg::labeled_partition(tile, bits[0]);
    cg::invoke_one(same, [&] { p[1] = __fadd_rd(p[2], p[3]); });
    pairs[0] = h2tanh(pairs[1]);
    __nanosleep(20);
    __nv_atomic_add(bits, 1u, __NV_ATOMIC_RELAXED);
}
