// A fill of rows that ends one row too early.
#include "bug.h"

__global__ void find(const char *p, size_t pitch, int *found) {
    const char *row = p + threadIdx.y * pitch;
    if (row[threadIdx.x] == 'x') *found = 1; // check: init/undefined-branch
}

int main() {
    char *p;
    int *found;
    size_t pitch;
    cudaMallocPitch(&p, &pitch, 10, 8);
    cudaMalloc(&found, sizeof(int));
    cudaMemset2D(p, pitch, 0, 10, BUG(7, 8));
    find<<<1, dim3(10, 8)>>>(p, pitch, found);
    cudaDeviceSynchronize();
    cudaFree(p);
    cudaFree(found);
}
