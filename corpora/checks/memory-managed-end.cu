// Managed memory, used by a kernel behind its end.
#include "bug.h"

__global__ void twice(int *p, int n) {
    const int i = blockIdx.x * 64 + threadIdx.x;
    if (i < n) p[i] *= 2; // check: memory/out-of-bounds
}

int main() {
    int *p;
    cudaMallocManaged(&p, 200 * sizeof(int));
    for (int i = 0; i < 200; i++) p[i] = i;
    twice<<<4, 64>>>(p, BUG(201, 200));
    cudaDeviceSynchronize();
    cudaFree(p);
}
