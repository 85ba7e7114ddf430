// Blocks pass values on behind a fence for their own block alone.
#include "bug.h"

__global__ void pass(int *value, int *flag, int *out) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        *value = 7; // check: race/global
        BUG(__threadfence_block, __threadfence)();
        atomicExch(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0) {
        }
        __threadfence();
        out[blockIdx.x] = *value;
    }
}

int main() {
    int *p;
    cudaMalloc(&p, 8 * sizeof(int));
    cudaMemset(p, 0, 8 * sizeof(int));
    pass<<<3, 32>>>(p, p + 1, p + 2);
    cudaDeviceSynchronize();
    cudaFree(p);
}
