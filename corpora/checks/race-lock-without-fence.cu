// A lock that is given back before what it guards is visible.
#include "bug.h"

__global__ void add(int *lock, int *sum) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    *sum += blockIdx.x; // check: race/global
    BUG(, __threadfence());
    atomicExch(lock, 0);
}

int main() {
    int *p;
    cudaMalloc(&p, 2 * sizeof(int));
    cudaMemset(p, 0, 2 * sizeof(int));
    add<<<8, 32>>>(p, p + 1);
    cudaDeviceSynchronize();
    cudaFree(p);
}
