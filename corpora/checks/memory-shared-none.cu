// A launch that forgets the bytes of dynamic shared memory.
#include "bug.h"

__global__ void keep(float *p) {
    extern __shared__ float kept[];
    kept[threadIdx.x] = p[threadIdx.x]; // check: memory/out-of-bounds
    __syncthreads();
    p[threadIdx.x] = kept[blockDim.x - 1 - threadIdx.x]; // check: memory/out-of-bounds
}

int main() {
    float *p;
    cudaMalloc(&p, 64 * sizeof(float));
    cudaMemset(p, 0, 64 * sizeof(float));
    keep<<<1, 64, BUG(0, 64 * sizeof(float))>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}
