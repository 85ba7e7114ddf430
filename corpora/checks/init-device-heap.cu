// An object that a kernel makes has a member that nobody has set, and is never deleted.
#include "bug.h"

struct Node {
    int value;
    int weight;
};

__global__ void weigh(int *sums) {
#ifdef RIGHT
    Node *node = new Node{int(threadIdx.x), 2};
#else
    Node *node = new Node; // check: leak/memory
    node->value = threadIdx.x;
#endif
    if (node->weight > 0) sums[threadIdx.x] = node->value; // check: init/undefined-branch
#ifdef RIGHT
    delete node;
#endif
}

int main() {
    int *sums;
    cudaMalloc(&sums, 64 * sizeof(int));
    cudaMemset(sums, 0, 64 * sizeof(int));
    weigh<<<1, 64>>>(sums);
    cudaDeviceSynchronize();
    cudaFree(sums);
}
