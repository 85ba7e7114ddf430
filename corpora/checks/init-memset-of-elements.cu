// A fill of as many bytes as there are elements.
#include "bug.h"

__global__ void count(const unsigned char *text, unsigned *bins, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[text[i]], 1); // check: init/undefined-atomic
}

int main() {
    unsigned char text[256], *d_text;
    for (int i = 0; i < 256; i++) text[i] = i;
    unsigned bins[256], *d_bins;
    cudaMalloc(&d_text, sizeof text);
    cudaMalloc(&d_bins, sizeof bins);
    cudaMemcpy(d_text, text, sizeof text, cudaMemcpyHostToDevice);
    cudaMemset(d_bins, 0, BUG(256, sizeof bins));
    count<<<2, 128>>>(d_text, d_bins, 256);
    cudaMemcpy(bins, d_bins, sizeof bins, cudaMemcpyDeviceToHost);
    printf("%u\n", bins[7]);
    cudaFree(d_text);
    cudaFree(d_bins);
}
