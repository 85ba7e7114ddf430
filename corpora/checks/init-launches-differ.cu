// A kernel whose memory is defined at one launch and not at the next; and what is undefined comes back in place from shared memory.
#include "bug.h"

__global__ void count(const int *in, int *out) {
    if (in[threadIdx.x] > 0) out[threadIdx.x] = 1; // check: init/undefined-branch
}

__global__ void shift(const int *in, int *x) {
    __shared__ int tile[64];
    if (BUG(threadIdx.x > 0, true)) tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = tile[63 - threadIdx.x];
    __syncthreads();
    if (x[threadIdx.x] == 0) x[threadIdx.x] = 1; // check: init/undefined-branch
}

int main() {
    int *in, *other, *out;
    cudaMalloc(&in, 64 * sizeof(int));
    cudaMalloc(&other, 64 * sizeof(int));
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMemset(in, 0, 64 * sizeof(int));
    cudaMemset(out, 0, 64 * sizeof(int));
    for (int i = 0; i < 3; i++) count<<<1, 64>>>(in, out);
    BUG(, cudaMemset(other, 0, 64 * sizeof(int)));
    cudaMemcpy(in + 60, other, 4 * sizeof(int), cudaMemcpyDeviceToDevice);
    count<<<1, 64>>>(in, out);
    cudaMemset(in, 0, 64 * sizeof(int));
    count<<<1, 64>>>(in, out);
    for (int i = 0; i < 2; i++) shift<<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(other);
    cudaFree(out);
}
