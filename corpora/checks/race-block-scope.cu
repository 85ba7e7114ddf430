// A counter of all blocks is counted up by operations that are atomic for a block alone.
#include "bug.h"

__global__ void count(int *counter) {
    BUG(atomicAdd_block, atomicAdd)(counter, 1); // check: race/global
}

int main() {
    int *p;
    cudaMalloc(&p, sizeof(int));
    cudaMemset(p, 0, sizeof(int));
    count<<<4, 64>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}
