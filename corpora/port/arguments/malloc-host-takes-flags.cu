#include <cuda_runtime.h>

void *pinned(size_t bytes) {
    void *p = nullptr;
    cudaMallocHost(&p, bytes);
    cudaMallocHost((void **)&p, 2 * bytes);
    return p;
}
