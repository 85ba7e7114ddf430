#include <cuda_runtime.h>

void *pinned(size_t bytes) {
    int *p = nullptr;
    cudaMallocHost(&p, bytes, cudaHostAllocWriteCombined);
    return p;
}
