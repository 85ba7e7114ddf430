// Whole warps wait at barriers of their own, which meet by chance.
#include "bug.h"

__global__ void apart(int *p) {
    __shared__ int kept[128];
    const int i = threadIdx.x;
    kept[i] = p[i];
    if (i < 64 BUG(, || true)) {
        __syncthreads(); // check: sync/different-barriers
        p[i] = kept[127 - i];
    } else {
        __syncthreads();
        p[i] = -kept[i];
    }
}

int main() {
    int *p;
    cudaMalloc(&p, 128 * sizeof(int));
    cudaMemset(p, 0, 128 * sizeof(int));
    apart<<<1, 128>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}
