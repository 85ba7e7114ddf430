// Sums by warps of 32 lanes, with a mask that warps of 64 need twice.
// check with: --wave-size 64
#include "bug.h"

__global__ void sums(const int *in, int *out) {
    const unsigned lane = threadIdx.x % 32;
    const unsigned long long mask = BUG(0xffffffffull, 0xffffffffull << (threadIdx.x / 32 * 32));
    int sum = in[threadIdx.x];
    for (int step = 16; step > 0; step /= 2) {
        sum += __shfl_down_sync(mask, sum, step, 32); // check: sync/mask-without-caller
    }
    if (lane == 0) out[threadIdx.x / 32] = sum;
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 64 * sizeof(int));
    cudaMalloc(&out, 2 * sizeof(int));
    cudaMemset(in, 0, 64 * sizeof(int));
    sums<<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
