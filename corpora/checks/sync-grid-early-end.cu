// A block ends before the grid's barrier, for which the others wait.
#include "bug.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void steps(int *p, int n) {
    cg::grid_group grid = cg::this_grid();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x * blockDim.x >= BUG(n, n + 4 * blockDim.x)) return;
    if (i < n) p[i] = i;
    grid.sync(); // check: sync/grid-not-reached
    if (i < n && i > 0) p[i] += p[0];
}

int main() {
    int *p, n = 100;
    cudaMalloc(&p, n * sizeof(int));
    void *arguments[] = {&p, &n};
    if (cudaLaunchCooperativeKernel(reinterpret_cast<void *>(steps), 4, 64, arguments, 0, 0)) return 1;
    cudaDeviceSynchronize();
    cudaFree(p);
}
