// One thread says for all whether to go on, and says so again before all have heard.
#include "bug.h"

__global__ void rounds(int *p, int n) {
    __shared__ int left;
    int sum = 0;
    for (int round = 0;; ++round) {
        if (threadIdx.x == 0) left = n - round; // check: race/shared race/warp
        __syncthreads();
        if (left <= 0) break;
        sum += left;
        BUG(, __syncthreads());
    }
    p[threadIdx.x] = sum;
}

int main() {
    int *p;
    cudaMalloc(&p, 128 * sizeof(int));
    rounds<<<1, 128>>>(p, 3);
    cudaDeviceSynchronize();
    cudaFree(p);
}
