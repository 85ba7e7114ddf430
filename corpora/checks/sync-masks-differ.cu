// Halves of a warp shuffle together, one by a mask of its own and one by that of the whole warp.
#include "bug.h"

__global__ void sums(const int *in, int *out, unsigned low, unsigned high) {
    const unsigned lane = threadIdx.x;
    const unsigned mask = lane < 16 ? low : high;
    int sum = in[lane];
    for (int step = 8; step > 0; step /= 2) sum += __shfl_xor_sync(mask, sum, step, 16); // check: sync/different-masks
    out[lane] = sum;
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 32 * sizeof(int));
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMemset(in, 0, 32 * sizeof(int));
    sums<<<1, 32>>>(in, out, 0x0000ffff, BUG(0xffffffff, 0xffff0000));
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
