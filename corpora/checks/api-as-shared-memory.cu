// More shared memory than a block has on the GPU, set by hand as for a larger one.
// check with: --as gfx1100
#include "bug.h"

__global__ void fill(int *p) {
    extern __shared__ int kept[];
    kept[threadIdx.x] = 1;
    __syncthreads();
    p[threadIdx.x] = kept[threadIdx.x];
}

int main() {
    int *p;
    cudaMalloc(&p, 64 * sizeof(int));
    fill<<<1, 64, BUG(96, 48) * 1024>>>(p); // check: api/shared-memory api/unread-launch-error
    cudaDeviceSynchronize();
    cudaFree(p);
}
