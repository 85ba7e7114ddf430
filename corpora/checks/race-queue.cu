// Threads put items into a queue by a counter that each reads and writes by itself.
#include "bug.h"

__global__ void put(int *queue, int *end, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || i % 3 != 0) return;
    const int at = BUG((*end)++, atomicAdd(end, 1)); // check: race/global race/warp
    if (at < n) queue[at] = i;
}

int main() {
    int *queue, *end;
    cudaMalloc(&queue, 256 * sizeof(int));
    cudaMalloc(&end, sizeof(int));
    cudaMemset(end, 0, sizeof(int));
    put<<<4, 64>>>(queue, end, 256);
    cudaDeviceSynchronize();
    cudaFree(queue);
    cudaFree(end);
}
