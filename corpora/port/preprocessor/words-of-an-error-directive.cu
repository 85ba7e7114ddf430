#include <cuda_runtime.h>

#ifdef CUDA_TOO_OLD
#error cudaMallocAsync needs cudaMemPool from CUDA_11_2 on, don't use cuArrayOfMine
#endif

int k() { return cudaDeviceSynchronize(); }
