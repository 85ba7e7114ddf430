// Lane 0 writes what shuffles have given, and the others read it: shuffles order no memory.
#include "bug.h"

__global__ void shift(const int *in, int *out) {
    __shared__ int sums[4];
    const int i = threadIdx.x, warp = i / 32;
    int v = in[i];
    for (int step = 16; step > 0; step /= 2) v += __shfl_down_sync(0xffffffffu, v, step);
    if (i % 32 == 0) sums[warp] = v; // check: race/warp
    BUG(__shfl_sync(0xffffffffu, v, 0), __syncwarp());
    out[i] = in[i] - sums[warp];
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 128 * sizeof(int));
    cudaMalloc(&out, 128 * sizeof(int));
    cudaMemset(in, 0, 128 * sizeof(int));
    shift<<<1, 128>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
