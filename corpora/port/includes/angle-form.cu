#include <cuda_runtime.h>
#include <cuda_fp16.h>

__global__ void k(half *p) { *p = half(1.0f); }
