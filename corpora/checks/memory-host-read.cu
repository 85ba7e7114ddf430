// The host reads a result where the device has it.
#include "bug.h"

__global__ void largest(const int *in, int *out) { atomicMax(out, in[threadIdx.x]); }

int main() {
    int *in, *out, result = 0;
    cudaMalloc(&in, 64 * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(in, 0, 64 * sizeof(int));
    cudaMemset(out, 0, sizeof(int));
    largest<<<1, 64>>>(in, out);
    cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", BUG(*out, result)); // check: memory/host-access
    cudaFree(in);
    cudaFree(out);
}
