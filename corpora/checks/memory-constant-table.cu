// A table in constant memory that ends too early.
#include "bug.h"

__constant__ float weights[7];

__global__ void filter(const float *in, float *out, int taps) {
    float sum = 0;
    for (int k = 0; k < taps; k++) sum += weights[k] * in[threadIdx.x + k]; // check: memory/out-of-bounds
    out[threadIdx.x] = sum;
}

int main() {
    float *in, *out;
    cudaMalloc(&in, 80 * sizeof(float));
    cudaMalloc(&out, 64 * sizeof(float));
    cudaMemset(in, 0, 80 * sizeof(float));
    filter<<<1, 64>>>(in, out, BUG(9, 7));
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
