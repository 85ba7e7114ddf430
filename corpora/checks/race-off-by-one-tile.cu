// Each block writes one element too many: its neighbour's first.
#include "bug.h"

__global__ void fill(int *p, int n) {
    const int first = blockIdx.x * 64;
    for (int i = threadIdx.x; i BUG(<=, <) 64; i += blockDim.x) {
        if (first + i < n) p[first + i] = i; // check: race/global
    }
}

int main() {
    int *p;
    cudaMalloc(&p, 256 * sizeof(int));
    fill<<<4, 32>>>(p, 256);
    cudaDeviceSynchronize();
    cudaFree(p);
}
