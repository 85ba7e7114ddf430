// A template whose parameter says more elements than there are.
#include "bug.h"

template <int COUNT>
__global__ void add(float *p) {
#pragma unroll
    for (int i = 0; i < COUNT; i++) {
        p[threadIdx.x * COUNT + i] += 1; // check: memory/out-of-bounds
    }
}

int main() {
    float *p;
    cudaMalloc(&p, 64 * 4 * sizeof(float));
    cudaMemset(p, 0, 64 * 4 * sizeof(float));
    add<BUG(5, 4)><<<1, 64>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}
