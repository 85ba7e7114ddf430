// A second pointer into memory that was allocated anew, larger.
#include "bug.h"

__global__ void bump(int *p, int n) {
    if (threadIdx.x < n) p[threadIdx.x] += 1; // check: memory/use-after-free
}

int main() {
    int *p;
    cudaMalloc(&p, 32 * sizeof(int));
    cudaMemset(p, 0, 32 * sizeof(int));
    int *middle = p + 16;
    cudaFree(p);
    cudaMalloc(&p, 64 * sizeof(int));
    cudaMemset(p, 0, 64 * sizeof(int));
    BUG((void)0, middle = p + 16);
    bump<<<1, 16>>>(middle, 16);
    cudaDeviceSynchronize();
    cudaFree(p);
}
