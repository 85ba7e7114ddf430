#include <cuda_runtime.h>

void *allocate(size_t bytes) {
    void *p = nullptr;
#if defined(USE_MANAGED)
    cudaMallocManaged(&p, bytes);
#elif defined(USE_PINNED)
    cudaHostAlloc(&p, bytes, cudaHostAllocDefault);
#else
    cudaMalloc(&p, bytes);
#endif
#if 0
    cudaMemset(p, 0, bytes);
#endif
    return p;
}
