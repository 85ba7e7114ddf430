// A device function that is called from two kernels, one of which passes too great an index.
#include "bug.h"

__device__ float at(const float *p, int i) {
    return p[i]; // check: memory/out-of-bounds
}

__global__ void right(const float *p, float *q) { q[threadIdx.x] = at(p, threadIdx.x); }

__global__ void wrong(const float *p, float *q) { q[threadIdx.x] = at(p, threadIdx.x + BUG(1, 0)); }

int main() {
    float *p, *q;
    cudaMalloc(&p, 32 * sizeof(float));
    cudaMalloc(&q, 32 * sizeof(float));
    cudaMemset(p, 0, 32 * sizeof(float));
    right<<<1, 32>>>(p, q);
    wrong<<<1, 32>>>(p, q);
    cudaDeviceSynchronize();
    cudaFree(p);
    cudaFree(q);
}
