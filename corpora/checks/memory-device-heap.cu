// Memory that a kernel allocates: one element too many, used after it was freed by a later kernel, freed twice.
#include "bug.h"

__global__ void make(int **lists, int length) {
    int *mine = static_cast<int *>(malloc(length * sizeof(int)));
#ifdef RIGHT
    for (int i = 0; i < length; i++) mine[i] = i;
#else
    for (int i = 0; i <= length; i++) mine[i] = i; // check: memory/out-of-bounds
#endif
    lists[threadIdx.x] = mine;
}

__global__ void sum(int **lists, int length, int *sums) {
    int *mine = lists[threadIdx.x], total = 0;
#ifdef RIGHT
    for (int i = 0; i < length; i++) total += mine[i];
    free(mine);
#else
    free(mine);
    for (int i = 0; i < length; i++) total += mine[i]; // check: memory/use-after-free
    if (threadIdx.x == 5) free(mine); // check: memory/double-free
#endif
    sums[threadIdx.x] = total;
}

int main() {
    int **lists, *sums;
    cudaMalloc(&lists, 64 * sizeof(int *));
    cudaMalloc(&sums, 64 * sizeof(int));
    make<<<1, 64>>>(lists, 9);
    sum<<<1, 64>>>(lists, 9, sums);
    cudaDeviceSynchronize();
    cudaFree(sums);
    cudaFree(lists);
}
