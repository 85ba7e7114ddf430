// The halves of a warp wait at barriers of their own.
#include "bug.h"

__global__ void halves(int *p) {
    __shared__ int kept[64];
    const int i = threadIdx.x;
    kept[i] = i;
    if (i % 32 < 16 BUG(, || true)) {
        __syncthreads(); // check: sync/different-barriers
        p[i] = kept[63 - i];
    } else {
        __syncthreads();
        p[i] = kept[i] * 2;
    }
}

int main() {
    int *p;
    cudaMalloc(&p, 64 * sizeof(int));
    halves<<<1, 64>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}
