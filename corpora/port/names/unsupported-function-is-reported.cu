// compile: no, HIP has no counterpart of the call
#include <cuda_runtime.h>

void reset(cudaStream_t stream) {
    cudaCtxResetPersistingL2Cache();
    cudaStreamSynchronize(stream);
}
