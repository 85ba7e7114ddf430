// compile: no, HIP has no counterpart of the value
#include <cuda_runtime.h>

bool odd(cudaError_t error) { return error == cudaErrorSyncDepthExceeded || error == cudaErrorNotReady; }
