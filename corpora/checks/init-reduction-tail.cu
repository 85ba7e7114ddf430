// A tree in shared memory over a whole block, of which only the threads inside of the array have a value.
#include "bug.h"

__global__ void largest(const int *in, int *out, int n) {
    __shared__ int values[128];
    const int i = threadIdx.x;
    if (i < n) values[i] = in[i];
    BUG(, else values[i] = INT32_MIN);
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (i < half) values[i] = values[i] > values[i + half] ? values[i] : values[i + half];
        __syncthreads();
    }
    if (i == 0) *out = values[0];
}

int main() {
    int *in, *out, host;
    cudaMalloc(&in, 100 * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(in, 0, 100 * sizeof(int));
    largest<<<1, 128>>>(in, out, 100);
    cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost); // check: init/undefined-copy
    printf("%d\n", host);
    cudaFree(in);
    cudaFree(out);
}
