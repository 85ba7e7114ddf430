#include <cuda_runtime.h>

__global__ void k(int *p) { *p = 1; }
void go(int *p, cudaStream_t stream) { k<<<dim3(2, 2), dim3(8, 8), 0, stream>>>(p); }
