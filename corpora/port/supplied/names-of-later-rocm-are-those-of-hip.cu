// port-options: --support-header --rocm 6.4
#include <cuda_fp16.h>

__global__ void k(__half *p) {
    p[0] = __hfma_relu(p[1], p[2], CUDART_ZERO_FP16);
    p[3] = CUDART_INF_FP16;
}
