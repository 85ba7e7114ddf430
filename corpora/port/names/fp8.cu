// compile: needs hip-6.4 hip/hip_fp8.h
#include <cuda_fp8.h>
#include <cuda_runtime.h>

__global__ void quantize(__nv_fp8_e4m3 *y, const float *x) { y[threadIdx.x] = __nv_fp8_e4m3(x[threadIdx.x]); }
__global__ void quantize(__nv_fp8_e5m2 *y, const float *x) { y[threadIdx.x] = __nv_fp8_e5m2(x[threadIdx.x]); }
