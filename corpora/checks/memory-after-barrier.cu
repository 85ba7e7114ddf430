// The access behind a barrier goes too far, the one before it does not.
#include "bug.h"

__global__ void shift(int *p, int n) {
    const int i = threadIdx.x;
    const int value = p[i];
    __syncthreads();
    p[i + BUG(1, 0)] = value; // check: memory/out-of-bounds
}

int main() {
    int *p;
    cudaMalloc(&p, 128 * sizeof(int));
    cudaMemset(p, 0, 128 * sizeof(int));
    shift<<<1, 128>>>(p, 128);
    cudaDeviceSynchronize();
    cudaFree(p);
}
