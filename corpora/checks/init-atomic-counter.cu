// A counter that nobody sets to zero.
#include "bug.h"

__global__ void count(const int *p, int *counter) {
    if (p[threadIdx.x] > 0) atomicAdd(counter, 1); // check: init/undefined-atomic
}

int main() {
    int *p, *counter;
    cudaMalloc(&p, 64 * sizeof(int));
    cudaMalloc(&counter, sizeof(int));
    cudaMemset(p, 1, 64 * sizeof(int));
    BUG(, cudaMemset(counter, 0, sizeof(int)));
    count<<<1, 64>>>(p, counter);
    cudaDeviceSynchronize();
    cudaFree(p);
    cudaFree(counter);
}
