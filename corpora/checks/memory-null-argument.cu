// A kernel gets a null pointer for an array that was never allocated.
#include "bug.h"

__global__ void set(int *p) {
    p[threadIdx.x] = 1; // check: memory/null-pointer
}

int main() {
    int *p = nullptr;
    BUG((void)0, (void)cudaMalloc(&p, 64 * sizeof(int)));
    set<<<1, 64>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}
