// Half of a warp shuffles with a mask that names all of it.
#include "bug.h"

__global__ void sums(const int *in, int *out) {
    const int lane = threadIdx.x;
    int sum = in[lane];
    if (lane < 16) {
        for (int step = 8; step > 0; step /= 2) {
            sum += __shfl_down_sync(BUG(0xffffffff, 0x0000ffff), sum, step, 16); // check: sync/lanes-absent
        }
    }
    __syncthreads();
    out[lane] = sum;
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 32 * sizeof(int));
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMemset(in, 0, 32 * sizeof(int));
    sums<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
