// A tile is filled again before all threads have read it.
#include "bug.h"

__global__ void sum_tiles(const int *in, int *out, int tiles) {
    __shared__ int tile[256];
    const int i = threadIdx.x;
    int sum = 0;
    for (int t = 0; t < tiles; ++t) {
        tile[i] = in[t * 256 + i]; // check: race/shared
        __syncthreads();
        sum += tile[255 - i];
        BUG(, __syncthreads());
    }
    out[i] = sum;
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 1024 * sizeof(int));
    cudaMalloc(&out, 256 * sizeof(int));
    cudaMemset(in, 0, 1024 * sizeof(int));
    sum_tiles<<<1, 256>>>(in, out, 4);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
