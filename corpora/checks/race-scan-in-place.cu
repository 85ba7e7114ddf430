// A scan in shared memory whose steps read and write the same cells between two barriers.
#include "bug.h"

__global__ void scan(const int *in, int *out) {
    __shared__ int cells[128];
    const int i = threadIdx.x;
    cells[i] = in[i];
    __syncthreads();
    for (int step = 1; step < 128; step *= 2) {
        const int other = i >= step ? cells[i - step] : 0;
        BUG(, __syncthreads());
        cells[i] += other; // check: race/shared race/warp
        __syncthreads();
    }
    out[i] = cells[i];
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 128 * sizeof(int));
    cudaMalloc(&out, 128 * sizeof(int));
    cudaMemset(in, 0, 128 * sizeof(int));
    scan<<<1, 128>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
