// A grid of whole blocks over a length that is none.
#include "bug.h"

__global__ void fill(int *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (BUG(true, i < n)) out[i] = i; // check: memory/out-of-bounds
}

int main() {
    const int n = 500;
    int *out;
    cudaMalloc(&out, n * sizeof(int));
    fill<<<2, 256>>>(out, n);
    cudaDeviceSynchronize();
    cudaFree(out);
}
