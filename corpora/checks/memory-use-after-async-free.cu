// A kernel in a stream behind the free of its memory.
#include "bug.h"

__global__ void read(const int *p, int *q) {
    q[threadIdx.x] = p[threadIdx.x]; // check: memory/use-after-free
}

int main() {
    int *p, *q;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocAsync(reinterpret_cast<void **>(&p), 64 * sizeof(int), stream);
    cudaMalloc(&q, 64 * sizeof(int));
    cudaMemsetAsync(p, 0, 64 * sizeof(int), stream);
    BUG(cudaFreeAsync(p, stream), cudaSuccess);
    read<<<1, 64, 0, stream>>>(p, q);
    BUG(cudaSuccess, cudaFreeAsync(p, stream));
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFree(q);
}
