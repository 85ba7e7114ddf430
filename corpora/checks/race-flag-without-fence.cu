// A block passes a value on by a flag, without a fence between the two.
#include "bug.h"

__global__ void pass(int *value, int *flag, int *out) {
    if (blockIdx.x == 0) {
        *value = 42; // check: race/global
        BUG(, __threadfence());
        atomicExch(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0) {
        }
        __threadfence();
        *out = *value;
    }
}

int main() {
    int *p;
    cudaMalloc(&p, 3 * sizeof(int));
    cudaMemset(p, 0, 3 * sizeof(int));
    pass<<<2, 1>>>(p, p + 1, p + 2);
    cudaDeviceSynchronize();
    cudaFree(p);
}
