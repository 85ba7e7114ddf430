// A function that cannot be inlined counts the nodes of a tree.
#include "bug.h"

__device__ void count(int node, int nodes, int *visited) {
    if (node >= nodes) return;
    BUG(*visited += 1, atomicAdd(visited, 1)); // check: race/global race/warp
    count(2 * node + 1, nodes, visited);
    count(2 * node + 2, nodes, visited);
}

__global__ void walk(int *visited) { count(threadIdx.x, 100, visited); }

int main() {
    int *visited;
    cudaMalloc(&visited, sizeof(int));
    cudaMemset(visited, 0, sizeof(int));
    walk<<<1, 64>>>(visited);
    walk<<<2, 2>>>(visited);
    cudaDeviceSynchronize();
    cudaFree(visited);
}
