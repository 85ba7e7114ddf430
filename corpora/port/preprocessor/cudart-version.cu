#include <cuda_runtime.h>

int get(void **p, size_t bytes, cudaStream_t stream) {
#if CUDART_VERSION >= 11020
    return cudaMallocAsync(p, bytes, stream);
#else
    return cudaMalloc(p, bytes);
#endif
}
