// Some threads wait for their block, others for the grid.
#include "bug.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void mixed(int *p) {
    const int i = threadIdx.x;
    if (i < BUG(32, 0)) {
        __syncthreads(); // check: sync/barrier-and-grid
        p[i] = 1;
    }
    cg::this_grid().sync();
    p[64 * blockIdx.x + i] = 2;
}

int main() {
    int *p;
    cudaMalloc(&p, 128 * sizeof(int));
    void *arguments[] = {&p};
    if (cudaLaunchCooperativeKernel(reinterpret_cast<void *>(mixed), 2, 64, arguments, 0, 0)) return 1;
    const bool is_stuck = cudaDeviceSynchronize() != cudaSuccess;
    if (!is_stuck) cudaFree(p);
    if (is_stuck) cudaDeviceReset();
}
