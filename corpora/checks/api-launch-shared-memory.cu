// More dynamic shared memory than a block can have, and no look at the error.
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
    fill<<<1, 64, BUG(100, 10) * 1024>>>(p); // check: api/unread-launch-error
    cudaDeviceSynchronize();
    cudaFree(p);
}
