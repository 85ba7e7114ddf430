// A kernel uses memory that was freed before its launch.
#include "bug.h"

__global__ void read(const int *p, int *q) {
    q[threadIdx.x] = p[threadIdx.x]; // check: memory/use-after-free
}

int main() {
    int *p, *q;
    cudaMalloc(&p, 64 * sizeof(int));
    cudaMalloc(&q, 64 * sizeof(int));
    cudaMemset(p, 0, 64 * sizeof(int));
    BUG(cudaFree(p), 0);
    read<<<1, 64>>>(p, q);
    cudaDeviceSynchronize();
    BUG(0, cudaFree(p));
    cudaFree(q);
}
