// A column of a shared matrix that there is not.
#include "bug.h"

__global__ void transpose(const float *in, float *out) {
    __shared__ float tile[16][BUG(16, 17)];
    const int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * 16 + x];
    __syncthreads();
    out[y * 16 + x] = tile[15][x + BUG(1, 0)] + tile[y][x]; // check: memory/out-of-bounds
}

int main() {
    float *in, *out;
    cudaMalloc(&in, 256 * sizeof(float));
    cudaMalloc(&out, 256 * sizeof(float));
    cudaMemset(in, 0, 256 * sizeof(float));
    transpose<<<1, dim3(16, 16)>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
