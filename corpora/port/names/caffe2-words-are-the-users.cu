#include <cuda_runtime.h>

struct CUDAContext {
    cudaStream_t cuda_stream;
};

cudaStream_t of(CUDAContext *context) { return context->cuda_stream; }
