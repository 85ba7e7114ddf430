// A variable of the device that each block's first thread sets.
#include "bug.h"

__device__ int most;

__global__ void set(const int *in) {
    if (threadIdx.x == 0) {
        BUG(if (in[blockIdx.x] > most) most = in[blockIdx.x], atomicMax(&most, in[blockIdx.x])); // check: race/global
    }
}

int main() {
    int *in;
    cudaMalloc(&in, 4 * sizeof(int));
    const int values[] = {1, 3, 2, 4};
    cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
    set<<<4, 32>>>(in);
    cudaDeviceSynchronize();
    cudaFree(in);
}
