// A cooperative kernel reads what other blocks have written, and has not met them.
#include "bug.h"
#include <cooperative_groups.h>

__global__ void two_steps(int *a, int *b, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i; // check: race/global
    BUG(__syncthreads(), cooperative_groups::this_grid().sync());
    b[i] = a[n - 1 - i];
}

int main() {
    int *a, *b;
    int n = 256;
    cudaMalloc(&a, n * sizeof(int));
    cudaMalloc(&b, n * sizeof(int));
    void *arguments[] = {&a, &b, &n};
    cudaLaunchCooperativeKernel(reinterpret_cast<void *>(two_steps), dim3(4), dim3(64), arguments, 0, 0);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
}
