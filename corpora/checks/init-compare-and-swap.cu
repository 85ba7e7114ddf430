// A lock that nobody has opened.
#include "bug.h"

__global__ void enter(int *lock, int *entered) {
    if (threadIdx.x == 0 && atomicCAS(lock, 0, 1) == 0) { // check: init/undefined-atomic
        *entered = 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}

int main() {
    int *lock, *entered;
    cudaMalloc(&lock, sizeof(int));
    cudaMalloc(&entered, sizeof(int));
    BUG(, cudaMemset(lock, 0, sizeof(int)));
    enter<<<1, 32>>>(lock, entered);
    cudaDeviceSynchronize();
    cudaFree(lock);
    cudaFree(entered);
}
