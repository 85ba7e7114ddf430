// Blocks of more threads than the GPU has.
// check with: --as gfx942
#include "bug.h"

__global__ void set(int *p) { p[threadIdx.x + blockDim.x * threadIdx.y] = 1; }

int main() {
    int *p;
    cudaMalloc(&p, 2048 * sizeof(int));
    set<<<1, dim3(32, BUG(64, 32))>>>(p); // check: api/block-size api/unread-launch-error
    cudaDeviceSynchronize();
    cudaFree(p);
}
