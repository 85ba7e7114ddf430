// Numbers of 8 bits: conversions from and to the larger types.
#ifndef HIPIFY_FP8_H
#define HIPIFY_FP8_H

#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include "arithmetic.h"
#include "small_forms.h"

typedef unsigned char __hip_fp8_storage_t;
typedef unsigned short __hip_fp8x2_storage_t;
typedef unsigned int __hip_fp8x4_storage_t;

HIPIFY_BOTH __hip_fp8_storage_t __hip_cvt_float_to_fp8(float x, __hip_saturation_t saturation,
                                                       __hip_fp8_interpretation_t kind) {
    return hipify::small_of_float(x, saturation, hipify::form_of(kind));
}
HIPIFY_BOTH __hip_fp8_storage_t __hip_cvt_double_to_fp8(double x, __hip_saturation_t saturation,
                                                        __hip_fp8_interpretation_t kind) {
    return __hip_cvt_float_to_fp8(hipify::odd_float(x), saturation, kind);
}
HIPIFY_BOTH __hip_fp8_storage_t __hip_cvt_halfraw_to_fp8(__half_raw x, __hip_saturation_t saturation,
                                                         __hip_fp8_interpretation_t kind) {
    return __hip_cvt_float_to_fp8(static_cast<float>(x.data), saturation, kind);
}
HIPIFY_BOTH __hip_fp8_storage_t __hip_cvt_bfloat16raw_to_fp8(__hip_bfloat16_raw x, __hip_saturation_t saturation,
                                                             __hip_fp8_interpretation_t kind) {
    return __hip_cvt_float_to_fp8(hipify::float_of_bfloat16(x.x), saturation, kind);
}

// Pairs: the first number in the low byte.
#define HIPIFY_FP8_PAIR(name, Pair, one)                                                                              \
    HIPIFY_BOTH __hip_fp8x2_storage_t name(Pair pair, __hip_saturation_t saturation, __hip_fp8_interpretation_t kind) { \
        return static_cast<__hip_fp8x2_storage_t>(one(pair.x, saturation, kind) | one(pair.y, saturation, kind) << 8); \
    }
HIPIFY_FP8_PAIR(__hip_cvt_float2_to_fp8x2, float2, __hip_cvt_float_to_fp8)
HIPIFY_FP8_PAIR(__hip_cvt_double2_to_fp8x2, double2, __hip_cvt_double_to_fp8)
#undef HIPIFY_FP8_PAIR
// The members of `__half2_raw` are bits in AMD's HIP 5, and `__half_raw` in later ones and here.
HIPIFY_BOTH __hip_fp8x2_storage_t __hip_cvt_halfraw2_to_fp8x2(__half2_raw pair, __hip_saturation_t saturation,
                                                              __hip_fp8_interpretation_t kind) {
    __half_raw parts[2];
    __builtin_memcpy(parts, &pair, sizeof parts);
    const unsigned int high = __hip_cvt_halfraw_to_fp8(parts[1], saturation, kind);
    return static_cast<__hip_fp8x2_storage_t>(__hip_cvt_halfraw_to_fp8(parts[0], saturation, kind) | high << 8);
}
HIPIFY_BOTH __hip_fp8x2_storage_t __hip_cvt_bfloat16raw2_to_fp8x2(__hip_bfloat162_raw pair, __hip_saturation_t saturation,
                                                                  __hip_fp8_interpretation_t kind) {
    return __hip_cvt_float2_to_fp8x2(__hip_bfloat162(pair), saturation, kind);
}

HIPIFY_BOTH __half_raw __hip_cvt_fp8_to_halfraw(__hip_fp8_storage_t x, __hip_fp8_interpretation_t kind) {
    return __half_raw{static_cast<_Float16>(hipify::float_of_small(x, hipify::form_of(kind)))};
}
HIPIFY_BOTH __half2_raw __hip_cvt_fp8x2_to_halfraw2(__hip_fp8x2_storage_t pair, __hip_fp8_interpretation_t kind) {
    const __half_raw parts[2] = {__hip_cvt_fp8_to_halfraw(static_cast<__hip_fp8_storage_t>(pair & 0xff), kind),
                                 __hip_cvt_fp8_to_halfraw(static_cast<__hip_fp8_storage_t>(pair >> 8), kind)};
    __half2_raw made;
    __builtin_memcpy(&made, parts, sizeof made);
    return made;
}

#endif
