// An asynchronous copy between devices, past the end of its source.
#include "bug.h"

int main() {
    double *from, *to;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&from, 96 * sizeof(double));
    cudaMalloc(&to, 128 * sizeof(double));
    cudaMemsetAsync(from, 0, 96 * sizeof(double), stream);
    const size_t size = BUG(128, 96) * sizeof(double);
    cudaMemcpyAsync(to, from, size, cudaMemcpyDeviceToDevice, stream); // check: memory/out-of-bounds
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFree(from);
    cudaFree(to);
}
