// A kernel that moves elements on by one gets the same array for both.
#include "bug.h"

__global__ void move(const float *in, float *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i]; // check: race/global race/warp
}

int main() {
    float *a, *b;
    cudaMalloc(&a, 256 * sizeof(float));
    cudaMalloc(&b, 256 * sizeof(float));
    cudaMemset(a, 0, 256 * sizeof(float));
    move<<<2, 128>>>(a + 1, BUG(a, b), 255);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
}
