// The last element is written one too far, by a warp of which some lanes have left.
#include "bug.h"

__global__ void spread(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int first = __shfl_sync(__activemask(), in[i], 0);
    out[i == n - 1 ? BUG(n, i) : i] = first; // check: memory/out-of-bounds
}

int main() {
    int n = 232, *in, *out;
    if (cudaMalloc(&in, n * sizeof(int)) != cudaSuccess || cudaMalloc(&out, n * sizeof(int)) != cudaSuccess) return 1;
    if (cudaMemset(in, 0, n * sizeof(int)) != cudaSuccess) return 1;
    spread<<<1, 256>>>(in, out, n);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    if (cudaFree(in) != cudaSuccess || cudaFree(out) != cudaSuccess) return 1;
}
