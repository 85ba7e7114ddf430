#include <cuda_fp16.h>
#include <cuda_runtime.h>

__global__ void axpy(__half *y, const half *x, __half a) {
    int i = threadIdx.x;
    y[i] = __hfma(a, x[i], y[i]);
    y[i] = __float2half(__half2float(y[i]) + 1.0f);
}

__global__ void pairs(half2 *y, __half2 a) { y[threadIdx.x] = __hadd2(y[threadIdx.x], __hmul2(a, a)); }
