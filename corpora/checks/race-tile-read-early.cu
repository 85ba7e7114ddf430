// A tile is read before all threads have filled it.
#include "bug.h"

__global__ void mirror(const float *in, float *out) {
    __shared__ float tile[128];
    const int i = threadIdx.x;
    tile[i] = in[blockIdx.x * 128 + i]; // check: race/shared
    BUG(, __syncthreads());
    out[blockIdx.x * 128 + i] = tile[127 - i];
}

int main() {
    float *in, *out;
    cudaMalloc(&in, 512 * sizeof(float));
    cudaMalloc(&out, 512 * sizeof(float));
    cudaMemset(in, 0, 512 * sizeof(float));
    mirror<<<4, 128>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
