// compile: no, HIP has no such conversion
#include <cuda_bf16.h>
#include <cuda_runtime.h>

__global__ void narrow(__nv_bfloat162 *y, float2 v) { y[0] = __floats2bfloat162_rn(v.x, v.y); }
