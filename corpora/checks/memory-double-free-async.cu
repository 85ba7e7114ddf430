// The same memory freed twice in a stream.
#include "bug.h"

int main() {
    int *p;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocAsync(reinterpret_cast<void **>(&p), 64, stream);
    cudaFreeAsync(p, stream);
    cudaStreamSynchronize(stream);
#ifndef RIGHT
    cudaFreeAsync(p, stream); // check: memory/double-free
#endif
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
}
