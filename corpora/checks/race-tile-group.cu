// Tiles of 16 threads reduce in shared memory without waiting for their own.
#include "bug.h"
#include <cooperative_groups.h>

__global__ void sums(const int *in, int *out) {
    __shared__ int cells[64];
    const auto tile = cooperative_groups::tiled_partition<16>(cooperative_groups::this_thread_block());
    const int i = threadIdx.x, rank = tile.thread_rank();
    cells[i] = in[i];
    tile.sync();
    for (int step = 8; step > 0; step /= 2) {
        const int other = rank < step ? cells[i + step] : 0;
        BUG(, tile.sync());
        cells[i] += other; // check: race/warp
        BUG(, tile.sync());
    }
    if (rank == 0) out[i / 16] = cells[i];
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 64 * sizeof(int));
    cudaMalloc(&out, 4 * sizeof(int));
    cudaMemset(in, 0, 64 * sizeof(int));
    sums<<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
