// Threads of a block wait at different barriers of a function that calls itself, and so has a stack.
#include "bug.h"

__device__ __noinline__ int down(int *kept, int depth, bool left) {
    if (depth > 0) return down(kept, depth - 1, left) + 1;
    if (left BUG(, || true)) {
        __syncthreads(); // check: sync/different-barriers
        return kept[63 - threadIdx.x];
    }
    __syncthreads();
    return kept[threadIdx.x];
}

__global__ void deep(int *p, int depth) {
    __shared__ int kept[64];
    kept[threadIdx.x] = threadIdx.x;
    p[threadIdx.x] = down(kept, depth, threadIdx.x < 32);
}

int main() {
    int *p;
    cudaMalloc(&p, 64 * sizeof(int));
    deep<<<1, 64>>>(p, 3);
    cudaDeviceSynchronize();
    cudaFree(p);
}
