#include <cuda.h>
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>

int wait() { return cudaDeviceSynchronize(); }
