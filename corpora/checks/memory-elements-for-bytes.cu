// An allocation of as many bytes as there are elements.
#include "bug.h"

__global__ void ramp(int *out, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        out[i] = i; // check: memory/out-of-bounds
    }
}

int main() {
    const int n = 2000;
    int *out;
    cudaMalloc(&out, BUG(n, n * sizeof(int)));
    ramp<<<1, 128>>>(out, n);
    cudaDeviceSynchronize();
    cudaFree(out);
}
