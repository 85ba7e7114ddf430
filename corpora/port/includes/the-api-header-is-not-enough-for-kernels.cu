#include <cuda_runtime_api.h>

__global__ void k(int *p) { p[threadIdx.x] = blockDim.x; }
