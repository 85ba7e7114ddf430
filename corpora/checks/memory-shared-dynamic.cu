// Dynamic shared memory in bytes of the wrong type.
#include "bug.h"

__global__ void reverse(int *p, int n) {
    extern __shared__ int all[];
    all[threadIdx.x] = p[threadIdx.x]; // check: memory/out-of-bounds
    __syncthreads();
    p[threadIdx.x] = all[n - 1 - threadIdx.x]; // check: memory/out-of-bounds
}

int main() {
    const int n = 96;
    int *p;
    cudaMalloc(&p, n * sizeof(int));
    cudaMemset(p, 0, n * sizeof(int));
    reverse<<<1, n, BUG(n * sizeof(short), n * sizeof(int))>>>(p, n);
    cudaDeviceSynchronize();
    cudaFree(p);
}
