#include <cuda_runtime.h>

#define cudaCheck(call) ((call) == cudaSuccess)
#define CUDA_CHECK(call) cudaCheck(call)

bool go(void *p) { return CUDA_CHECK(cudaFree(p)) && cudaCheck(cudaDeviceSynchronize()); }
