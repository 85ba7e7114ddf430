// Tiles of more threads than a warp has lanes: an error that says so, not wrong numbers.
// run: wave-any
// nvcc: none, tiles of 64 threads are no part of its cooperative groups
// stderr: cut
// stderr: threads on warps of
#include "../check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void cut_at_compile_time(int *out) {
    const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
    out[threadIdx.x] = tile.shfl(static_cast<int>(threadIdx.x), 63);
}

__global__ void cut_at_run_time(int *out, unsigned size) {
    const auto tile = cg::tiled_partition(cg::this_thread_block(), size);
    out[threadIdx.x] = tile.thread_rank();
}

int main() {
    Verdict verdict("wide-tile");
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    Array<int> out(128);
    if (properties.warpSize == 64) {
        std::vector<int> last(128, 63);
        for (int i = 64; i < 128; i++) last[i] = 127;
        cut_at_compile_time<<<1, 128>>>(out.p);
        verdict.same("tiles of a whole warp", out.host(), last);
        cut_at_run_time<<<1, 128>>>(out.p, 128);
    } else {
        cut_at_compile_time<<<1, 128>>>(out.p);
    }
    verdict.holds("cutting tells", cudaDeviceSynchronize() != cudaSuccess);
    return verdict.end();
}
