// A histogram with one bin too few.
#include "bug.h"

__global__ void count(const unsigned char *values, unsigned *bins, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[values[i]], 1u); // check: memory/out-of-bounds
}

int main() {
    const int n = 1024;
    std::vector<unsigned char> values(n);
    for (int i = 0; i < n; i++) values[i] = static_cast<unsigned char>(i);
    unsigned char *d_values;
    unsigned *bins;
    const int count_of_bins = BUG(255, 256);
    cudaMalloc(&d_values, n);
    cudaMalloc(&bins, count_of_bins * sizeof(unsigned));
    cudaMemset(bins, 0, count_of_bins * sizeof(unsigned));
    cudaMemcpy(d_values, values.data(), n, cudaMemcpyHostToDevice);
    count<<<4, 256>>>(d_values, bins, n);
    cudaDeviceSynchronize();
    cudaFree(d_values);
    cudaFree(bins);
}
