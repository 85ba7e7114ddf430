// More rows of blocks than AMD's GPUs take.
// check with: --as gfx90a
#include "bug.h"

__global__ void rows(char *p, int n) {
    const int row = blockIdx.x + blockIdx.y;
    if (threadIdx.x == 0 && row < n) p[row] = 1;
}

int main() {
    char *p;
    const int n = 70000;
    cudaMalloc(&p, n);
    rows<<<dim3(BUG(1, n), BUG(n, 1)), 32>>>(p, n); // check: api/grid-size
    cudaDeviceSynchronize();
    cudaFree(p);
}
