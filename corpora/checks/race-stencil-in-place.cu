// A stencil that reads its neighbours from the array that it writes.
#include "bug.h"

__global__ void smooth(const float *in, float *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) out[i] = (in[i - 1] + in[i + 1]) / 2; // check: race/global race/warp
}

int main() {
    float *a, *b;
    cudaMalloc(&a, 256 * sizeof(float));
    cudaMalloc(&b, 256 * sizeof(float));
    cudaMemset(a, 0, 256 * sizeof(float));
    smooth<<<4, 64>>>(a, BUG(a, b), 256);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
}
