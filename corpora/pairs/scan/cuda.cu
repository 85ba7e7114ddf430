// Inclusive prefix sums of each block (Hillis and Steele), and the blocks' totals.
#include <cuda_runtime.h>

#define BLOCK 256

__global__ void scan_block(const int *in, int *out, int *totals, int n) {
    __shared__ int buffer[2][BLOCK];
    int from = 0;
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    buffer[from][threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        int value = buffer[from][threadIdx.x];
        if (threadIdx.x >= distance) value += buffer[from][threadIdx.x - distance];
        buffer[1 - from][threadIdx.x] = value;
        from = 1 - from;
        __syncthreads();
    }
    if (i < n) out[i] = buffer[from][threadIdx.x];
    if (threadIdx.x == BLOCK - 1) totals[blockIdx.x] = buffer[from][threadIdx.x];
}

__global__ void add_totals(int *values, const int *totals, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x > 0 && i < n) values[i] += totals[blockIdx.x - 1];
}
