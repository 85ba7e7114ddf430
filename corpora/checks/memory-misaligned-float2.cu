// Pairs of floats from an odd float on.
#include "bug.h"

__global__ void pairs(const float *in, float2 *out, int offset) {
    const int i = threadIdx.x;
    out[i] = *reinterpret_cast<const float2 *>(in + 2 * i + offset); // check: memory/misaligned
}

int main() {
    float *in;
    float2 *out;
    cudaMalloc(&in, 130 * sizeof(float));
    cudaMalloc(&out, 64 * sizeof(float2));
    cudaMemset(in, 0, 130 * sizeof(float));
    pairs<<<1, 64>>>(in, out, BUG(1, 2));
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
