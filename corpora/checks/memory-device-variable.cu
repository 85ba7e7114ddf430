// A device array with fewer elements than threads.
#include "bug.h"

__device__ int totals[BUG(31, 32)];

__global__ void add(int value) {
    atomicAdd(&totals[threadIdx.x], value); // check: memory/out-of-bounds
}

int main() {
    add<<<2, 32>>>(3);
    cudaDeviceSynchronize();
}
