// A block takes out of a queue what others put in: an item may be counted before it is there.
#include "bug.h"

__global__ void relay(int *items, int *ready, int *out, int n) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x + 1 < gridDim.x) {
        const int i = blockIdx.x;
        items[i] = i * i; // check: race/global
        BUG(, __threadfence());
        atomicAdd(&ready[i], 1);
    } else {
        int sum = 0;
        for (int i = 0; i < n; ++i) {
            while (atomicAdd(&ready[i], 0) == 0) {
            }
            __threadfence();
            sum += items[i];
        }
        *out = sum;
    }
}

int main() {
    int *items, *ready, *out;
    cudaMalloc(&items, 8 * sizeof(int));
    cudaMalloc(&ready, 8 * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(ready, 0, 8 * sizeof(int));
    relay<<<9, 32>>>(items, ready, out, 8);
    cudaDeviceSynchronize();
    cudaFree(items);
    cudaFree(ready);
    cudaFree(out);
}
