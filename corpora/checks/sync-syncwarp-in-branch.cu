// The odd lanes wait for their whole warp, whose even ones do not come.
#include "bug.h"

__global__ void odd(int *out) {
    __shared__ int kept[32];
    const int lane = threadIdx.x;
    kept[lane] = lane;
    __syncwarp();
    if (lane % 2 == 1) {
        const int other = kept[lane ^ 2];
        BUG(__syncwarp(), __syncwarp(0xaaaaaaaa)); // check: sync/lanes-absent
        kept[lane] = other;
    }
    __syncthreads();
    out[lane] = kept[lane];
}

int main() {
    int *out;
    cudaMalloc(&out, 32 * sizeof(int));
    odd<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
