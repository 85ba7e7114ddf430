// A reduction by halves without a barrier between its steps.
#include "bug.h"

__global__ void sum(const int *in, int *out) {
    __shared__ int cells[256];
    const int i = threadIdx.x;
    cells[i] = in[i];
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (i < step) cells[i] += cells[i + step]; // check: race/shared race/warp
        BUG(, __syncthreads());
    }
    __syncthreads();
    if (i == 0) *out = cells[0];
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 256 * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(in, 0, 256 * sizeof(int));
    sum<<<1, 256>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
