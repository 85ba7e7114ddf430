// The idiom of old samples: a warp reduces in volatile shared memory, without waiting.
#include "bug.h"

__device__ void warp_sum(volatile float *cells, int i) {
#pragma unroll
    for (int step = 16; step > 0; step /= 2) {
        const float other = cells[i + step];
        BUG(, __syncwarp());
        cells[i] = cells[i] + other; // check: race/warp
        BUG(, __syncwarp());
    }
}

__global__ void sum(const float *in, float *out) {
    __shared__ float cells[64];
    const int i = threadIdx.x;
    cells[i] = in[i];
    __syncthreads();
    if (i < 32) cells[i] += cells[i + 32];
    __syncthreads();
    if (i < 32) warp_sum(cells, i);
    if (i == 0) *out = cells[0];
}

int main() {
    float *in, *out;
    cudaMalloc(&in, 64 * sizeof(float));
    cudaMalloc(&out, sizeof(float));
    cudaMemset(in, 0, 64 * sizeof(float));
    sum<<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
