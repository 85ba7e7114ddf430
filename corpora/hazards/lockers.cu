// One lock that one thread of a block takes for all of them.
// run: wave-any
#include "support.h"

__device__ int mutex = 0;

__global__ void append(int *list, int *length, int per_block) {
    __shared__ int start;
    if (threadIdx.x == 0) {
        while (atomicCAS(&mutex, 0, 1) != 0) {
        }
        __threadfence();
        start = *(volatile int *)length;
        *(volatile int *)length = start + per_block;
        __threadfence();
        atomicExch(&mutex, 0);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < per_block; i += blockDim.x) list[start + i] = blockIdx.x;
}

int main() {
    const int blocks = 16, per_block = 100;
    int *list = managed<int>(blocks * per_block), *length = managed<int>(1);
    append<<<blocks, 64>>>(list, length, per_block);
    finish();
    std::vector<int> seen(blocks);
    for (int i = 0; i < blocks * per_block; i++) seen[list[i]]++;
    bool right = *length == blocks * per_block;
    for (int count : seen) right = right && count == per_block;
    return report("lockers", right);
}
