// Partial sums in dynamic shared memory that nobody has set to zero.
#include "bug.h"

__global__ void rows(const float *in, float *out) {
    extern __shared__ float sums[];
    BUG(, sums[threadIdx.x] = 0);
    for (int i = 0; i < 4; i++) sums[threadIdx.x] += in[4 * threadIdx.x + i];
    __syncthreads();
    out[threadIdx.x] = sums[63 - threadIdx.x];
}

int main() {
    float host[64], *in, *out;
    cudaMalloc(&in, 256 * sizeof(float));
    cudaMalloc(&out, sizeof host);
    cudaMemset(in, 0, 256 * sizeof(float));
    rows<<<1, 64, 64 * sizeof(float)>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost); // check: init/undefined-copy
    printf("%g\n", host[0]);
    cudaFree(in);
    cudaFree(out);
}
