// Bins of a histogram without atomic operations.
#include "bug.h"

__global__ void histogram(const unsigned char *in, int *bins, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        BUG(bins[in[i] % 16] += 1, atomicAdd(&bins[in[i] % 16], 1)); // check: race/global race/warp
    }
}

int main() {
    unsigned char *in;
    int *bins;
    cudaMalloc(&in, 1024);
    cudaMalloc(&bins, 16 * sizeof(int));
    std::vector<unsigned char> bytes(1024);
    for (int i = 0; i < 1024; ++i) bytes[i] = static_cast<unsigned char>(i / 3);
    cudaMemcpy(in, bytes.data(), 1024, cudaMemcpyHostToDevice);
    cudaMemset(bins, 0, 16 * sizeof(int));
    histogram<<<4, 256>>>(in, bins, 1024);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(bins);
}
