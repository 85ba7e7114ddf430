// A part of a tile synchronises it.
#include "bug.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void parts(int *out) {
    __shared__ int kept[32];
    const int lane = threadIdx.x;
    const auto tile = cg::tiled_partition<BUG(16, 8)>(cg::this_thread_block());
    kept[lane] = lane;
    tile.sync();
    if (lane % 16 < 8) {
        const int other = kept[lane ^ 1];
        tile.sync(); // check: sync/lanes-absent
        kept[lane] = other;
    }
    __syncthreads();
    out[lane] = kept[lane];
}

int main() {
    int *out;
    cudaMalloc(&out, 32 * sizeof(int));
    parts<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
