#include <cuda.h>

#if !defined(CUDA_VERSION) || CUDA_VERSION < 10000
#error "CUDA 10 or newer"
#endif

int start() { return cuInit(0); }
