// Temporary memory of a block's reduction is used again without a barrier.
#include "bug.h"
#include <cub/cub.cuh>

__global__ void sums(const int *in, int *out) {
    using Reduce = cub::BlockReduce<int, 128>;
    __shared__ typename Reduce::TempStorage storage;
    const int i = threadIdx.x;
    const int a = Reduce(storage).Sum(in[i]);
    BUG(, __syncthreads());
    const int b = Reduce(storage).Sum(in[i] * 2); // check: race/shared race/warp
    if (i == 0) {
        out[0] = a;
        out[1] = b;
    }
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 128 * sizeof(int));
    cudaMalloc(&out, 2 * sizeof(int));
    cudaMemset(in, 0, 128 * sizeof(int));
    sums<<<1, 128>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
