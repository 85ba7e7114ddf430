// A launch with too many threads a block, whose error nobody asks for.
#include "bug.h"

__global__ void set(int *p) { p[threadIdx.x] = 1; }

int main() {
    int *p;
    cudaMalloc(&p, 2048 * sizeof(int));
    set<<<1, BUG(2048, 1024)>>>(p); // check: api/unread-launch-error
    cudaDeviceSynchronize();
    cudaFree(p);
}
