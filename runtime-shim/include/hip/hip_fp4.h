// Numbers of 4 bits, `__hip_fp4_e2m1` and two or four of them: 0, 0.5, 1, 1.5, 2, 3, 4, 6 with a sign.
#ifndef HIP_INCLUDE_HIP_HIP_FP4_H
#define HIP_INCLUDE_HIP_HIP_FP4_H

#include <hip/hip_runtime.h>
#if defined(__HIP__) && defined(__cplusplus)
#include <hip/hipify/fp8.h>

typedef unsigned char __hip_fp4_storage_t;
typedef unsigned char __hip_fp4x2_storage_t;
typedef unsigned short __hip_fp4x4_storage_t;

enum __hip_fp4_interpretation_t { __HIP_E2M1 = 0 };

enum hipRoundMode { hipRoundNearest = 0, hipRoundZero = 1, hipRoundPosInf = 2, hipRoundMinInf = 3 };

namespace hipify {

/// The pattern of a number: in units of a half below 1, of 1 from 2 on, of 2 from 4 on. Too large ones become 6, NaN too.
HIPIFY_BOTH unsigned char fp4_of_float(float number, hipRoundMode mode) {
    bool negative = __builtin_signbit(number) != 0;
    float size = negative ? -number : number;
    if (!(size < 6)) return static_cast<unsigned char>(number == number && negative ? 0xf : 7);
    float unit = size < 2 ? 0.5f : size < 4 ? 1.0f : 2.0f, steps = size / unit, whole = __builtin_floorf(steps);
    bool away = mode == (negative ? hipRoundMinInf : hipRoundPosInf);
    float rounded = mode == hipRoundNearest ? __builtin_rintf(steps) : away && whole != steps ? whole + 1 : whole;
    unsigned int first = size < 2 ? 0 : size < 4 ? 2 : 4;
    return static_cast<unsigned char>((first + static_cast<unsigned int>(rounded)) | (negative ? 8 : 0));
}

HIPIFY_BOTH float float_of_fp4(unsigned int pattern) {
    unsigned int exponent = pattern >> 1 & 3, odd = pattern & 1;
    float size = exponent == 0 ? 0.5f * static_cast<float>(odd) : static_cast<float>((2 + odd) << exponent) / 4;
    return pattern & 8 ? -size : size;
}

}  // namespace hipify

HIPIFY_BOTH __hip_fp4_storage_t __hip_cvt_float_to_fp4(float x, __hip_fp4_interpretation_t, hipRoundMode mode) {
    return hipify::fp4_of_float(x, mode);
}
HIPIFY_BOTH __hip_fp4_storage_t __hip_cvt_double_to_fp4(double x, __hip_fp4_interpretation_t, hipRoundMode mode) {
    return hipify::fp4_of_float(hipify::odd_float(x), mode);
}
HIPIFY_BOTH __hip_fp4_storage_t __hip_cvt_halfraw_to_fp4(__half_raw x, __hip_fp4_interpretation_t, hipRoundMode mode) {
    return hipify::fp4_of_float(static_cast<float>(x.data), mode);
}
HIPIFY_BOTH __hip_fp4_storage_t __hip_cvt_bfloat16raw_to_fp4(__hip_bfloat16_raw x, __hip_fp4_interpretation_t, hipRoundMode mode) {
    return hipify::fp4_of_float(hipify::float_of_bfloat16(x.x), mode);
}
#define HIPIFY_FP4_PAIR(name, Pair, one)                                                                          \
    HIPIFY_BOTH __hip_fp4x2_storage_t name(Pair pair, __hip_fp4_interpretation_t kind, hipRoundMode mode) {       \
        return static_cast<__hip_fp4x2_storage_t>(one(pair.x, kind, mode) | one(pair.y, kind, mode) << 4);        \
    }
HIPIFY_FP4_PAIR(__hip_cvt_float2_to_fp4x2, float2, __hip_cvt_float_to_fp4)
HIPIFY_FP4_PAIR(__hip_cvt_double2_to_fp4x2, double2, __hip_cvt_double_to_fp4)
HIPIFY_FP4_PAIR(__hip_cvt_halfraw2_to_fp4x2, __half2_raw, __hip_cvt_halfraw_to_fp4)
#undef HIPIFY_FP4_PAIR
HIPIFY_BOTH __hip_fp4x2_storage_t __hip_cvt_bfloat16raw2_to_fp4x2(__hip_bfloat162_raw pair, __hip_fp4_interpretation_t kind,
                                                                  hipRoundMode mode) {
    return __hip_cvt_float2_to_fp4x2(__hip_bfloat162(pair), kind, mode);
}
HIPIFY_BOTH __half_raw __hip_cvt_fp4_to_halfraw(__hip_fp4_storage_t x, __hip_fp4_interpretation_t) {
    return __half_raw{static_cast<_Float16>(hipify::float_of_fp4(x))};
}
HIPIFY_BOTH __half2_raw __hip_cvt_fp4x2_to_halfraw2(__hip_fp4x2_storage_t pair, __hip_fp4_interpretation_t kind) {
    __half2_raw made;
    made.x = __hip_cvt_fp4_to_halfraw(pair & 0xf, kind);
    made.y = __hip_cvt_fp4_to_halfraw(pair >> 4, kind);
    return made;
}

struct __hip_fp4_e2m1 {
    __hip_fp4_storage_t __x;
    __hip_fp4_e2m1() = default;
    template <typename T, typename std::enable_if<std::is_convertible<T, float>::value, int>::type = 0>
    HIPIFY_BOTH explicit __hip_fp4_e2m1(T x) : __x(hipify::fp4_of_float(static_cast<float>(x), hipRoundNearest)) {}
    HIPIFY_BOTH explicit __hip_fp4_e2m1(double x) : __x(hipify::fp4_of_float(hipify::odd_float(x), hipRoundNearest)) {}
    HIPIFY_BOTH operator float() const { return hipify::float_of_fp4(__x); }
};

struct __hip_fp4x2_e2m1 {
    __hip_fp4x2_storage_t __x;
    __hip_fp4x2_e2m1() = default;
    HIPIFY_BOTH explicit __hip_fp4x2_e2m1(float2 x) : __x(__hip_cvt_float2_to_fp4x2(x, __HIP_E2M1, hipRoundNearest)) {}
    HIPIFY_BOTH explicit __hip_fp4x2_e2m1(double2 x) : __x(__hip_cvt_double2_to_fp4x2(x, __HIP_E2M1, hipRoundNearest)) {}
    HIPIFY_BOTH explicit __hip_fp4x2_e2m1(__half2 x) : __x(__hip_cvt_halfraw2_to_fp4x2(x, __HIP_E2M1, hipRoundNearest)) {}
    HIPIFY_BOTH explicit __hip_fp4x2_e2m1(__hip_bfloat162 x)
        : __x(__hip_cvt_bfloat16raw2_to_fp4x2(x, __HIP_E2M1, hipRoundNearest)) {}
    HIPIFY_BOTH operator float2() const { return make_float2(hipify::float_of_fp4(__x & 0xf), hipify::float_of_fp4(__x >> 4)); }
    HIPIFY_BOTH explicit operator __half2() const { return __half2(__hip_cvt_fp4x2_to_halfraw2(__x, __HIP_E2M1)); }
};

struct alignas(2) __hip_fp4x4_e2m1 {
    __hip_fp4x4_storage_t __x;
    __hip_fp4x4_e2m1() = default;
    HIPIFY_BOTH explicit __hip_fp4x4_e2m1(float4 x)
        : __x(static_cast<unsigned short>(__hip_fp4x2_e2m1(make_float2(x.x, x.y)).__x |
                                          __hip_fp4x2_e2m1(make_float2(x.z, x.w)).__x << 8)) {}
    HIPIFY_BOTH explicit __hip_fp4x4_e2m1(double4 x)
        : __x(static_cast<unsigned short>(__hip_fp4x2_e2m1(make_double2(x.x, x.y)).__x |
                                          __hip_fp4x2_e2m1(make_double2(x.z, x.w)).__x << 8)) {}
    HIPIFY_BOTH operator float4() const {
        return make_float4(hipify::float_of_fp4(__x & 0xf), hipify::float_of_fp4(__x >> 4 & 0xf),
                           hipify::float_of_fp4(__x >> 8 & 0xf), hipify::float_of_fp4(__x >> 12));
    }
};

#endif

#endif
