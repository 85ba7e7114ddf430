// What was never written is copied from one array to another, and used there.
#include "bug.h"

__global__ void limit(int *p, int most) {
    if (p[threadIdx.x] > most) p[threadIdx.x] = most; // check: init/undefined-branch
}

int main() {
    int *a, *b;
    cudaMalloc(&a, 64 * sizeof(int));
    cudaMalloc(&b, 64 * sizeof(int));
    cudaMemset(BUG(b, a), 0, 64 * sizeof(int));
    cudaMemcpy(b, a, 64 * sizeof(int), cudaMemcpyDeviceToDevice);
    limit<<<1, 64>>>(b, 3);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
}
