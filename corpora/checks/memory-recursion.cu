// A recursive function goes one step too deep.
#include "bug.h"

__device__ int sum(const int *p, int i, int end) {
    if (i >= end) return 0;
    return p[i] + sum(p, 2 * i + 1, end) + sum(p, 2 * i + 2, end); // check: memory/out-of-bounds
}

__global__ void tree(const int *p, int *out, int n) { out[threadIdx.x] = sum(p, 0, n); }

int main() {
    int *p, *out;
    cudaMalloc(&p, 31 * sizeof(int));
    cudaMalloc(&out, 4 * sizeof(int));
    cudaMemset(p, 0, 31 * sizeof(int));
    tree<<<1, 4>>>(p, out, BUG(32, 31));
    cudaDeviceSynchronize();
    cudaFree(p);
    cudaFree(out);
}
