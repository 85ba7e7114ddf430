// A tile with a halo that the array has no room for.
#include "bug.h"

__global__ void tile(const int *in, int *out) {
    __shared__ int cells[BUG(64, 66)];
    const int i = threadIdx.x;
    cells[i + 1] = in[i]; // check: memory/out-of-bounds
    if (i == 0) cells[0] = 0;
    __syncthreads();
    out[i] = cells[i] + cells[i + 1]; // check: memory/out-of-bounds
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 64 * sizeof(int));
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMemset(in, 0, 64 * sizeof(int));
    tile<<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
