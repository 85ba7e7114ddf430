// Loads of four floats over a length that four does not divide.
#include "bug.h"

__global__ void copy(const float4 *in, float4 *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (n + BUG(3, 0)) / 4) {
        const float4 v = in[i]; // check: memory/out-of-bounds
        out[i] = v;
    }
}

int main() {
    const int n = 1002;
    float *in;
    float4 *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, 1004 * sizeof(float));
    cudaMemset(in, 0, n * sizeof(float));
    copy<<<1, 256>>>(reinterpret_cast<float4 *>(in), out, n);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
