// compile: needs hip-6.4
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__global__ void fill(__half *p) { p[0] = CUDART_MAX_NORMAL_FP16, p[1] = CUDART_INF_FP16; }
