// Memory of a pool, of which less was asked for than the pool rounds it up to.
#include "bug.h"

__global__ void mark(char *p, int n) {
    if (threadIdx.x < n) p[threadIdx.x] = 1; // check: memory/out-of-bounds
}

int main() {
    char *p;
    cudaMallocAsync(reinterpret_cast<void **>(&p), 100, 0);
    mark<<<1, 128>>>(p, BUG(101, 100));
    cudaFreeAsync(p, 0);
    cudaDeviceSynchronize();
}
