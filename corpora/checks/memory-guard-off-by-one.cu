// A guard that lets one thread too many through.
#include "bug.h"

__global__ void scale(float *x, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i BUG(<=, <) n) x[i] *= 2.0f; // check: memory/out-of-bounds
}

int main() {
    const int n = 1000;
    float *x;
    cudaMalloc(&x, n * sizeof(float));
    cudaMemset(x, 0, n * sizeof(float));
    scale<<<4, 256>>>(x, n);
    cudaDeviceSynchronize();
    cudaFree(x);
}
