/* What HIP has no counterpart for: a status, told once. */
#include <cuda_runtime_api.h>

#include "check.h"

cudaError_t cudaGLSetGLDevice(int);

int main(void) {
    EQUAL(cudaGLSetGLDevice(0), cudaErrorNotSupported);
    EQUAL(cudaGLSetGLDevice(0), cudaErrorNotSupported);
    EQUAL(cudaGetLastError(), cudaErrorNotSupported);
    void *memory;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMalloc(&memory, 4096));
    CHECK(cudaMemsetAsync(memory, 0, 4096, stream));
    EQUAL(cudaMalloc(NULL, 4096), cudaErrorInvalidValue);
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaFree(memory));
    puts("all is well");
    return 0;
}
