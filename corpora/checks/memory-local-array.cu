// An array of a thread, indexed by what was read.
#include "bug.h"

__global__ void count(const int *values, int *out, int n) {
    int bins[8] = {};
    for (int i = 0; i < n; i++) {
        bins[values[i]]++; // check: memory/out-of-bounds
    }
    out[threadIdx.x] = bins[threadIdx.x % 8];
}

int main() {
    const int n = 20;
    std::vector<int> values(n);
    for (int i = 0; i < n; i++) values[i] = i % BUG(9, 8);
    int *d_values, *out;
    cudaMalloc(&d_values, n * sizeof(int));
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMemcpy(d_values, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    count<<<1, 32>>>(d_values, out, n);
    cudaDeviceSynchronize();
    cudaFree(d_values);
    cudaFree(out);
}
