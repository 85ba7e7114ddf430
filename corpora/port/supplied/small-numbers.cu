// compile: no, HIP has none of them: `hipify-rs build` does
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

__device__ __half2_raw halves(float2 pair) {
    const __nv_fp4x2_e2m1 small(pair);
    return __nv_cvt_fp4x2_to_halfraw2(small.__x, __NV_E2M1);
}
__device__ __nv_fp6_storage_t six(float x) { return __nv_cvt_float_to_fp6(x, __NV_E3M2, cudaRoundZero); }
__device__ __nv_bfloat16_raw scale(float x) {
    return __nv_cvt_e8m0_to_bf16raw(__nv_cvt_float_to_e8m0(x, __NV_SATFINITE, cudaRoundPosInf));
}
