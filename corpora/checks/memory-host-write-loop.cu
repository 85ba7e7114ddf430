// The host fills memory of the device in a loop, in place of managed memory.
#include "bug.h"

__global__ void twice(float *p) { p[threadIdx.x] *= 2; }

int main() {
    float *p;
    BUG(cudaMalloc, cudaMallocManaged)(&p, 64 * sizeof(float));
    cudaMemset(p, 0, 64 * sizeof(float));
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++) {
        p[i] = i * 0.5f; // check: memory/host-access
    }
    twice<<<1, 64>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}
