// A stencil that reads the neighbour before the first element.
#include "bug.h"

__global__ void blur(const float *in, float *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= BUG(0, 1) && i < n - 1) {
        out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3; // check: memory/out-of-bounds
    }
}

int main() {
    const int n = 4096;
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemset(in, 0, n * sizeof(float));
    blur<<<n / 128, 128>>>(in, out, n);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
