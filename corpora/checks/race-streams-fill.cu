// Counters are set to zero in a stream while a kernel of another one counts with them.
#include "bug.h"

__global__ void count(const unsigned char *text, unsigned *bins, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[text[i]], 1);
}

int main() {
    const int n = 1000;
    unsigned char *text;
    unsigned *bins;
    cudaMalloc(&text, n);
    cudaMalloc(&bins, 256 * sizeof(unsigned));
    cudaMemset(text, 'a', n);
    cudaMemset(bins, 0, 256 * sizeof(unsigned));
    cudaDeviceSynchronize();
    cudaStream_t copies, kernels;
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&kernels, cudaStreamNonBlocking);
    cudaMemsetAsync(bins, 0, 256 * sizeof(unsigned), BUG(copies, kernels));
    count<<<8, 128, 0, kernels>>>(text, bins, n); // check: race/streams
    cudaDeviceSynchronize();
    cudaStreamDestroy(copies);
    cudaStreamDestroy(kernels);
    cudaFree(text);
    cudaFree(bins);
}
