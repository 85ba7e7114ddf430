// Two arrays in dynamic shared memory, of which the second begins too early.
#include "bug.h"

__global__ void two(const int *in, int *out) {
    extern __shared__ int cells[];
    int *a = cells, *b = cells + blockDim.x BUG(- 1, );
    const int i = threadIdx.x;
    a[i] = in[i]; // check: race/shared
    b[i] = in[i] * 2;
    __syncthreads();
    out[i] = a[i] + b[i];
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 128 * sizeof(int));
    cudaMalloc(&out, 128 * sizeof(int));
    cudaMemset(in, 1, 128 * sizeof(int));
    two<<<1, 128, 2 * 128 * sizeof(int)>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
