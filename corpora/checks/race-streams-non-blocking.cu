// A stream that does not wait for the null stream uses what a kernel in the null stream writes.
#include "bug.h"

__global__ void fill(int *p) { p[threadIdx.x] = threadIdx.x; }
__global__ void sum(const int *p, int *out) { atomicAdd(out, p[threadIdx.x]); }

int main() {
    int *p, *out;
    cudaMalloc(&p, 64 * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(out, 0, sizeof(int));
    cudaDeviceSynchronize();
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, BUG(cudaStreamNonBlocking, cudaStreamDefault));
    fill<<<1, 64>>>(p);
    sum<<<1, 64, 0, stream>>>(p, out); // check: race/streams
    cudaDeviceSynchronize();
    cudaStreamDestroy(stream);
    cudaFree(p);
    cudaFree(out);
}
