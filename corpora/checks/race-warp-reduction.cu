// The last steps of a reduction, by one warp, take for granted that its lanes run in lockstep.
#include "bug.h"

__global__ void sum(const int *in, int *out) {
    __shared__ int cells[64];
    const int i = threadIdx.x;
    cells[i] = in[i];
    __syncthreads();
    if (i < 32) {
        for (int step = 32; step > 0; step /= 2) {
            const int other = cells[i + step];
            BUG(, __syncwarp());
            cells[i] += other; // check: race/warp
            BUG(, __syncwarp());
        }
    }
    if (i == 0) *out = cells[0];
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 64 * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(in, 0, 64 * sizeof(int));
    sum<<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
