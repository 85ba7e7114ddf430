// The last block adds up what the others have written, which no fence has made visible.
#include "bug.h"

__device__ unsigned int done;

__global__ void sum(const int *in, int *parts, int *out) {
    __shared__ int cells[64];
    __shared__ bool is_last;
    const int i = threadIdx.x;
    cells[i] = in[blockIdx.x * 64 + i];
    __syncthreads();
    for (int step = 32; step > 0; step /= 2) {
        if (i < step) cells[i] += cells[i + step];
        __syncthreads();
    }
    if (i == 0) {
        parts[blockIdx.x] = cells[0]; // check: race/global
        BUG(, __threadfence());
        is_last = atomicInc(&done, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && i == 0) {
        int all = 0;
        for (unsigned int b = 0; b < gridDim.x; ++b) all += parts[b];
        *out = all;
    }
}

int main() {
    int *in, *parts, *out;
    cudaMalloc(&in, 512 * sizeof(int));
    cudaMalloc(&parts, 8 * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(in, 0, 512 * sizeof(int));
    sum<<<8, 64>>>(in, parts, out);
    sum<<<8, 64>>>(in, parts, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(parts);
    cudaFree(out);
}
