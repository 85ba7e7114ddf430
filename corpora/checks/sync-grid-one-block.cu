// One block alone comes to the grid's barrier, in a branch that depends on the block.
#include "bug.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void total(const int *in, int *sums, int *sum) {
    __shared__ int own;
    if (threadIdx.x == 0) own = 0;
    __syncthreads();
    atomicAdd(&own, in[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = own;
    if (blockIdx.x == 0 BUG(, || true)) cg::this_grid().sync(); // check: sync/grid-not-reached
    if (blockIdx.x == 0 && threadIdx.x == 0)
        for (int i = 0; i < gridDim.x; i++) *sum += sums[i];
}

int main() {
    int *in, *sums, *sum;
    cudaMalloc(&in, 256 * sizeof(int));
    cudaMalloc(&sums, 4 * sizeof(int));
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(in, 0, 256 * sizeof(int));
    cudaMemset(sums, 0, 4 * sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    void *arguments[] = {&in, &sums, &sum};
    if (cudaLaunchCooperativeKernel(reinterpret_cast<void *>(total), 4, 64, arguments, 0, 0)) return 1;
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(sums);
    cudaFree(sum);
}
