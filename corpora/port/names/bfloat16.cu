// compile: needs hip-6.4 hip/hip_bf16.h
#include <cuda_bf16.h>
#include <cuda_runtime.h>

__global__ void widen(float *y, const __nv_bfloat16 *x, nv_bfloat16 a) {
    y[threadIdx.x] = __bfloat162float(x[threadIdx.x]) * __bfloat162float(a);
}

__global__ void pairs(__nv_bfloat162 *y, nv_bfloat162 a) { y[threadIdx.x] = __hmul2(y[threadIdx.x], a); }
