#include <cuda_runtime.h>

__global__ void k(int *p) { *p = 1; }
int blocks(int *grid, int *block) {
    cudaOccupancyMaxPotentialBlockSize(grid, block, k);
    cudaOccupancyMaxPotentialBlockSize(grid, block, k, 0, 0);
    int active = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&active, k, *block, 0);
    return active;
}
