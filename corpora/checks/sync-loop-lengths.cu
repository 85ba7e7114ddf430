// Threads go round in a loop with a barrier as often as their data says.
#include "bug.h"

__global__ void rounds(const int *counts, int *p) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    const int rounds = counts[BUG(threadIdx.x, 0)];
    for (int i = 0; i < rounds; i++) {
        atomicAdd(&sum, 1);
        __syncthreads();
    }
    __syncthreads(); // check: sync/different-barriers
    p[1 + threadIdx.x] = sum;
}

int main() {
    int counts[64], *d_counts, *p;
    for (int i = 0; i < 64; i++) counts[i] = 2 + i % 2;
    cudaMalloc(&d_counts, sizeof counts);
    cudaMalloc(&p, 65 * sizeof(int));
    cudaMemcpy(d_counts, counts, sizeof counts, cudaMemcpyHostToDevice);
    rounds<<<1, 64>>>(d_counts, p);
    cudaDeviceSynchronize();
    cudaFree(d_counts);
    cudaFree(p);
}
