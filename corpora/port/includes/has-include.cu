#if __has_include(<cuda_fp16.h>)
#include <cuda_fp16.h>
#endif
#include <cuda_runtime.h>

int wait() { return cudaDeviceSynchronize(); }
