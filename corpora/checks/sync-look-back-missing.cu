// A chain of blocks in which each waits for the one before, and the first says nothing.
#include "bug.h"

__global__ void chain(int *sums) {
    if (threadIdx.x != 0) return;
    const int block = blockIdx.x;
    if (block > BUG(-1, 0)) {
        volatile int *before = sums + (block + gridDim.x - 1) % gridDim.x;
        while (*before == 0) { // check: sync/deadlock
        }
    }
    __threadfence();
    atomicExch(sums + block, block + 1);
}

int main() {
    int *sums;
    cudaMalloc(&sums, 4 * sizeof(int));
    cudaMemset(sums, 0, 4 * sizeof(int));
    chain<<<4, 32>>>(sums);
    if (cudaDeviceSynchronize()) {
        cudaDeviceReset();
        return 0;
    }
    cudaFree(sums);
}
