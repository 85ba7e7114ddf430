// A kernel is compiled for fewer threads than it is launched with.
// check with: --as gfx90a
#include "bug.h"

__global__ void __launch_bounds__(BUG(128, 256)) fill(int *p) { p[threadIdx.x] = threadIdx.x; }

int main() {
    int *p;
    cudaMalloc(&p, 256 * sizeof(int));
    fill<<<1, 256>>>(p); // check: api/launch-bounds
    if (cudaGetLastError() != cudaSuccess) puts("no launch");
    cudaDeviceSynchronize();
    cudaFree(p);
}
