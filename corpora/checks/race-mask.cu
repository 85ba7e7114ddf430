// A barrier of the warp's first half, where all of the warp reads.
#include "bug.h"

__global__ void halves(int *out) {
    __shared__ int cells[32];
    const int i = threadIdx.x;
    cells[i] = i; // check: race/warp
    if (i < 16) {
        __syncwarp(0xffffu);
    } else {
        __syncwarp(0xffff0000u);
    }
    BUG(, __syncwarp());
    out[i] = cells[31 - i];
}

int main() {
    int *out;
    cudaMalloc(&out, 32 * sizeof(int));
    halves<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
