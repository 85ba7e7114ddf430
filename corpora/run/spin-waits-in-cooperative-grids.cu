// Threads spin in a grid whose blocks meet: for others of their block, by a flag and by `cuda::barrier`, and for the block before
// theirs. Blocks that have come to the grid's barrier meanwhile wait there.
// run: wave-any
// targets: gpus,cpu but gfx1201 needs hip-6.0 (barriers of a grid of HIP 5 need global wave sync, which gfx12 lacks)
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cstdio>

namespace cg = cooperative_groups;

__device__ int chain;

__global__ void add_in_turn(int *sums, int *late) {
    cg::grid_group grid = cg::this_grid();
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    __shared__ volatile int ready;
    __shared__ int value;
    if (threadIdx.x == 0) {
        init(&barrier, blockDim.x);
        ready = 0;
    }
    __syncthreads();

    // The first warp waits for a lane of the last one.
    if (threadIdx.x == blockDim.x - 1) {
        value = blockIdx.x + 1;
        __threadfence_block();
        ready = 1;
    } else if (threadIdx.x == 0) {
        while (!ready) {
        }
        __threadfence_block();
        sums[blockIdx.x] = value;
    }
    auto token = barrier.arrive();
    barrier.wait(std::move(token));
    if (threadIdx.x == 7) sums[blockIdx.x] *= 10;
    grid.sync();

    // Each block waits for the one before it; the last ones are at the grid's barrier last.
    if (threadIdx.x == 0) {
        while (atomicAdd(&chain, 0) != static_cast<int>(blockIdx.x)) {
        }
        __threadfence();
        if (blockIdx.x > 0) sums[blockIdx.x] += sums[blockIdx.x - 1];
        __threadfence();
        atomicAdd(&chain, 1);
    }
    grid.sync();
    if (threadIdx.x == 1) late[blockIdx.x] = sums[gridDim.x - 1] - sums[blockIdx.x];
}

int main() {
    const int blocks = 8;
    int *sums, *late;
    cudaMallocManaged(&sums, blocks * sizeof(int));
    cudaMallocManaged(&late, blocks * sizeof(int));
    void *arguments[] = {&sums, &late};
    cudaLaunchCooperativeKernel(reinterpret_cast<void *>(add_in_turn), dim3(blocks), dim3(96), arguments, 0, nullptr);
    if (cudaError_t error = cudaDeviceSynchronize()) {
        std::printf("FAIL spin-waits-in-cooperative-grids: %s\n", cudaGetErrorString(error));
        return 1;
    }
    int wrong = 0;
    for (int block = 0, sum = 0; block < blocks; block++) {
        sum += 10 * (block + 1);
        if (sums[block] != sum || late[block] != 360 - sum) {
            std::printf("block %d: %d, %d\n", block, sums[block], late[block]);
            wrong++;
        }
    }
    cudaFree(sums);
    cudaFree(late);
    std::printf("%s spin-waits-in-cooperative-grids\n", wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
