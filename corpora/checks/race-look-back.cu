// A scan whose blocks look back at what those before them have published, with a fence between value and flag or without.
#include "bug.h"

__device__ void publish(int *sums, volatile int *flags, int b, int sum) {
    sums[b] = sum; // check: race/global
    BUG(, __threadfence());
    flags[b] = 1;
}

__global__ void scan(const int *in, int *sums, volatile int *flags, int *out) {
    __shared__ int cells[64];
    __shared__ int before;
    const int i = threadIdx.x, b = blockIdx.x;
    cells[i] = in[b * 64 + i];
    __syncthreads();
    for (int step = 1; step < 64; step *= 2) {
        const int other = i >= step ? cells[i - step] : 0;
        __syncthreads();
        cells[i] += other;
        __syncthreads();
    }
    if (i == 0) {
        int sum = 0;
        if (b > 0) {
            while (flags[b - 1] == 0) {
            }
            __threadfence();
            sum = sums[b - 1];
        }
        before = sum;
        publish(sums, flags, b, sum + cells[63]);
    }
    __syncthreads();
    out[b * 64 + i] = before + cells[i];
}

int main() {
    int *in, *sums, *flags, *out;
    cudaMalloc(&in, 512 * sizeof(int));
    cudaMalloc(&sums, 8 * sizeof(int));
    cudaMalloc(&flags, 8 * sizeof(int));
    cudaMalloc(&out, 512 * sizeof(int));
    cudaMemset(in, 0, 512 * sizeof(int));
    cudaMemset(flags, 0, 8 * sizeof(int));
    scan<<<8, 64>>>(in, sums, flags, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(sums);
    cudaFree(flags);
    cudaFree(out);
}
