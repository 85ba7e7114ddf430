// port-options: --miopen
// compile: needs miopen/miopen.h
#include <cuda_runtime.h>
#include <cudnn.h>

int create(cudnnHandle_t *handle) { return cudnnCreate(handle) == CUDNN_STATUS_SUCCESS; }
