// A grid of no blocks, as an empty input makes it.
#include "bug.h"

__global__ void set(int *p, int n) {
    const int i = blockIdx.x * 64 + threadIdx.x;
    if (i < n) p[i] = 1;
}

int main() {
    int *p;
    const int n = BUG(0, 10);
    cudaMalloc(&p, 64 * sizeof(int));
    set<<<(n + 63) / 64, 64>>>(p, n); // check: api/unread-launch-error
    cudaDeviceSynchronize();
    cudaFree(p);
}
