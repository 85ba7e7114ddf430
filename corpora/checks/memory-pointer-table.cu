// A table of pointers in device memory, each to rows of their own lengths.
#include "bug.h"

__global__ void clear(int **rows, int n) {
    const int row = blockIdx.x;
    const int length = row + BUG(2, 1);
    if (threadIdx.x < length) rows[row][threadIdx.x] = 0; // check: memory/out-of-bounds
}

int main() {
    const int n = 8;
    int *rows[n], **d_rows;
    for (int i = 0; i < n; i++) cudaMalloc(&rows[i], (i + 1) * sizeof(int));
    cudaMalloc(&d_rows, sizeof rows);
    cudaMemcpy(d_rows, rows, sizeof rows, cudaMemcpyHostToDevice);
    clear<<<n, 32>>>(d_rows, n);
    cudaDeviceSynchronize();
    for (int *row : rows) cudaFree(row);
    cudaFree(d_rows);
}
