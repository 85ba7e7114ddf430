// The host prepares the next values in managed memory while a kernel reads those of now, in the same array; halves of it are right.
#include "bug.h"

__global__ void sum(const int *p, int n, int *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(out, p[i]);
}

int main() {
    const int n = 256;
    int *p, *out;
    cudaMallocManaged(&p, 2 * n * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(out, 0, sizeof(int));
    for (int i = 0; i < n; i++) p[i] = 1;
    sum<<<2, 128>>>(p, n, out);
    for (int i = 0; i < n; i++) p[BUG(i, n + i)] = 2; // check: race/host
    cudaDeviceSynchronize();
    sum<<<2, 128>>>(p + BUG(0, n), n, out);
    cudaDeviceSynchronize();
    cudaFree(p);
    cudaFree(out);
}
