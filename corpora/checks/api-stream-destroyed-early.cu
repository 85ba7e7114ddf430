// A stream is destroyed while its kernel runs.
#include "bug.h"

__global__ void slow(int *p) {
    const long long end = clock64() + 300000000;
    while (clock64() < end) {
    }
    *p = 1;
}

int main() {
    int *p;
    cudaStream_t stream;
    cudaMalloc(&p, sizeof(int));
    cudaStreamCreate(&stream);
    slow<<<1, 1, 0, stream>>>(p);
    BUG(, cudaStreamSynchronize(stream));
    cudaStreamDestroy(stream); // check: api/destroyed-in-use
    cudaDeviceSynchronize();
    cudaFree(p);
}
