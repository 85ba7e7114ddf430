// A kernel whose lanes exchange values writes one sum too many.
#include "bug.h"

__global__ void sums(const int *in, int *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = in[i];
    for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xffffffff, value, step, 32);
    if (threadIdx.x % 32 == 0) out[i / BUG(16, 32)] = value; // check: memory/out-of-bounds
}

int main() {
    const int n = 512;
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n / 32 * sizeof(int));
    cudaMemset(in, 0, n * sizeof(int));
    sums<<<2, 256>>>(in, out, n);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
