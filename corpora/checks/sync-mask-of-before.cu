// The mask of those that are there is asked for before the branch in which it is used.
#include "bug.h"

__global__ void largest(const int *in, int *out) {
    const int lane = threadIdx.x, own = in[lane];
    const unsigned before = __activemask();
    const unsigned inside = __ballot_sync(before, own >= 8);
    if (own >= 8) {
        out[lane] = __any_sync(BUG(before, inside), own > 20); // check: sync/lanes-absent
    }
    __syncthreads();
}

int main() {
    int numbers[32], *in, *out;
    for (int i = 0; i < 32; i++) numbers[i] = i;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof numbers);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    largest<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
