// A kernel writes behind pinned memory of the host.
#include "bug.h"

__global__ void report(int *p) {
    p[blockIdx.x] = blockIdx.x; // check: memory/out-of-bounds
}

int main() {
    int *p;
    cudaMallocHost(&p, 16 * sizeof(int));
    report<<<BUG(17, 16), 1>>>(p);
    cudaDeviceSynchronize();
    cudaFreeHost(p);
}
