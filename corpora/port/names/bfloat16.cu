// known-wrong: nv_bfloat16 becomes the older hip_bfloat16
// compile: fails, hip_bfloat16 is not in its header
#include <cuda_bf16.h>
#include <cuda_runtime.h>

__global__ void widen(float *y, const __nv_bfloat16 *x, nv_bfloat16 a) {
    y[threadIdx.x] = __bfloat162float(x[threadIdx.x]) * __bfloat162float(a);
}

__global__ void narrow(__nv_bfloat162 *y, float2 v) { y[0] = __floats2bfloat162_rn(v.x, v.y); }
