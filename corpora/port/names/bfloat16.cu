// compile: needs hip-6.4 hip/hip_bf16.h
#include <cuda_bf16.h>
#include <cuda_runtime.h>

__global__ void widen(float *y, const __nv_bfloat16 *x, nv_bfloat16 a) {
    y[threadIdx.x] = __bfloat162float(x[threadIdx.x]) * __bfloat162float(a);
}

__global__ void narrow(__nv_bfloat162 *y, float2 v) { y[0] = __floats2bfloat162_rn(v.x, v.y); }
