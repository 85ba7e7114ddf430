// An index that was read from memory leads out of the array.
#include "bug.h"

__global__ void gather(const int *index, const float *from, float *to, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[index[i]]; // check: memory/out-of-bounds
}

int main() {
    const int n = 256;
    std::vector<int> index(n);
    for (int i = 0; i < n; i++) index[i] = n - i - BUG(0, 1);
    int *d_index;
    float *from, *to;
    cudaMalloc(&d_index, n * sizeof(int));
    cudaMalloc(&from, n * sizeof(float));
    cudaMalloc(&to, n * sizeof(float));
    cudaMemset(from, 0, n * sizeof(float));
    cudaMemcpy(d_index, index.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    gather<<<1, n>>>(d_index, from, to, n);
    cudaDeviceSynchronize();
    cudaFree(d_index);
    cudaFree(from);
    cudaFree(to);
}
