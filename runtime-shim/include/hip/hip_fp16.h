// Numbers of 16 bits, `half` and `half2`, and their functions.
#ifndef HIP_INCLUDE_HIP_HIP_FP16_H
#define HIP_INCLUDE_HIP_HIP_FP16_H

#include <hip/hip_common.h>
#if defined(__HIP__) && defined(__cplusplus)
#include <hip/hip_runtime.h>
#include <hip/hipify/half.h>
#include <hip/hipify/sixteen_bit.h>
#include <hip/hipify/half_convert.h>
#include <hip/hipify/half_constants.h>
#include <hip/hipify/sixteen_bit_atomic.h>
HIPIFY_SIXTEEN_BIT(__half, __half2)
HIPIFY_SIXTEEN_BIT_ATOMIC(__half, __half2)
/// Between 0 and 1; NaN becomes 0.
HIPIFY_DEVICE __half __clamp_01(__half x) { return hipify::saturated_sixteen(x); }
// A dot product of two terms that is added to a float; a saturated one is in [0, 1], as of v_dot2_f32_f16 with clamp.
HIPIFY_DEVICE float amd_mixed_dot(__half2 a, __half2 b, float c, bool saturate) {
    float sum = c + __half2float(a.x) * __half2float(b.x) + __half2float(a.y) * __half2float(b.y);
    return !saturate ? sum : sum > 0 ? (sum < 1 ? sum : 1.0f) : 0.0f;
}
#else
#include <hip/hipify/half_storage.h>
#endif

#endif
