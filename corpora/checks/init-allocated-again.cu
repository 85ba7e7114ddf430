// Memory is freed and allocated again, and what was in it before is taken for granted.
#include "bug.h"

__global__ void fill(int *p) {
    p[threadIdx.x] = 7;
}

__global__ void use(int *p) {
    if (p[threadIdx.x] == 7) p[threadIdx.x] = 8; // check: init/undefined-branch
}

int main() {
    int *p;
    cudaMalloc(&p, 64 * sizeof(int));
    fill<<<1, 64>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
    cudaMalloc(&p, 64 * sizeof(int));
    BUG(, (fill<<<1, 64>>>(p)));
    use<<<1, 64>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}
