// Sums are divided by counts that nobody has made.
#include "bug.h"

__global__ void mean(const int *sums, const int *counts, int *means) {
    means[threadIdx.x] = sums[threadIdx.x] / (counts[threadIdx.x] | 1); // check: init/undefined-divisor
}

int main() {
    int *sums, *counts, *means;
    cudaMalloc(&sums, 32 * sizeof(int));
    cudaMalloc(&counts, 32 * sizeof(int));
    cudaMalloc(&means, 32 * sizeof(int));
    cudaMemset(sums, 0, 32 * sizeof(int));
    BUG(, cudaMemset(counts, 1, 32 * sizeof(int)));
    mean<<<1, 32>>>(sums, counts, means);
    cudaDeviceSynchronize();
    cudaFree(sums);
    cudaFree(counts);
    cudaFree(means);
}
