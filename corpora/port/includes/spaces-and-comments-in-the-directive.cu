#  include   <cuda_runtime.h>   /* the runtime */
# /* odd */ include "cuda_fp16.h" // half

__global__ void k(half *p) { *p = half(1.0f); }
