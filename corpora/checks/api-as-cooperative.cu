// A cooperative launch has a block for each 256 elements, which are more than a GPU runs at once.
// check with: --as gfx942
#include "bug.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void scale(float *p, int n) {
    __shared__ float kept[8192];
    const int i = threadIdx.x;
    kept[i] = p[0];
    cg::this_grid().sync();
    for (int j = blockIdx.x * blockDim.x + i; j < n; j += gridDim.x * blockDim.x) p[j] += kept[i];
}

int main() {
    float *p;
    int n = 1 << 18;
    cudaMalloc(&p, n * sizeof(float));
    cudaMemset(p, 0, n * sizeof(float));
    void *arguments[] = {&p, &n};
    cudaLaunchCooperativeKernel((void *)scale, BUG(n / 256, 304), 256, arguments, 0, 0); // check: api/cooperative-size
    cudaDeviceSynchronize();
    cudaFree(p);
}
