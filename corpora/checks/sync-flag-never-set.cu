// A block waits for a flag that the other sets under a condition which does not hold.
#include "bug.h"

__device__ volatile int flag;

__global__ void hand_over(int *p, int n) {
    if (blockIdx.x == 0) {
        if (threadIdx.x == 0) {
            p[0] = 1;
            __threadfence();
            if (n > BUG(100, 0)) flag = 1;
        }
    } else {
        while (flag == 0) { // check: sync/deadlock
        }
        __threadfence();
        p[1 + threadIdx.x] = 2;
    }
}

int main() {
    int *p;
    cudaMalloc(&p, 65 * sizeof(int));
    hand_over<<<2, 64>>>(p, 10);
    if (cudaDeviceSynchronize()) {
        cudaDeviceReset();
        return 0;
    }
    cudaFree(p);
}
