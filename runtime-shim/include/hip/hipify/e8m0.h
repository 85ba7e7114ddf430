// CUDA's scale factors of 8 bits, `__nv_fp8_e8m0`: powers of two from 2^-127 to 2^127 and NaN, and two or four of them. What they
// are made of counts without its sign.
#ifndef HIPIFY_E8M0_H
#define HIPIFY_E8M0_H

#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include "tiny_forms.h"

namespace hipify {

/// The exponent of a float, rounded: middles between two powers go to the larger one, what lies below 2^-127 becomes that.
/// Of the modes up and (by default) nearest, and the two that cut, remain. Infinity is NaN, or the largest where numbers saturate.
HIPIFY_BOTH unsigned char e8m0_of_float(float number, bool saturates, cudaRoundMode mode) {
    unsigned int bits;
    __builtin_memcpy(&bits, &number, sizeof bits);
    const unsigned int size = bits & 0x7fffffff, rest = size & 0x7fffff;
    if (size > 0x7f800000) return 0xff;
    unsigned int exponent = size >> 23;
    if (mode == cudaRoundNearest) {
        // Below 2^-126 the digits stand half a step lower: 2^-127 itself has the pattern 0.
        exponent += rest >= (exponent == 0 ? 0x600000u : 0x400000u) && exponent != 0xff ? 1 : 0;
    } else if (mode != cudaRoundZero && mode != cudaRoundMinInf) {
        exponent += rest != 0 && size > 0x400000 ? 1 : 0;
    }
    return static_cast<unsigned char>(exponent == 0xff && saturates ? 0xfe : exponent);
}

HIPIFY_BOTH unsigned short bfloat16_bits_of_e8m0(unsigned int stored) {
    const unsigned int exponent = stored & 0xff;
    return static_cast<unsigned short>(exponent == 0xff ? 0x7fff : exponent == 0 ? 0x40 : exponent << 7);
}

/// Saturated; NaN is 0, of 64 bits the lowest signed number, as CUDA's conversions of bfloat16 have it.
template <typename T>
HIPIFY_BOTH T integer_of_e8m0(unsigned char stored) {
    if (stored == 0xff) return sizeof(T) == 8 ? static_cast<T>(1ull << 63) : T(0);
    const int bits = static_cast<int>(sizeof(T)) * 8 - (std::is_signed<T>::value ? 1 : 0), power = stored - 127;
    if (power < 0) return 0;
    const T largest = static_cast<T>(~0ull >> (64 - bits));
    return power >= bits ? largest : static_cast<T>(1ull << power);
}

}  // namespace hipify

HIPIFY_BOTH __hip_fp8_storage_t __nv_cvt_float_to_e8m0(float x, __hip_saturation_t saturation, cudaRoundMode mode) {
    return hipify::e8m0_of_float(x, saturation != __HIP_NOSAT, mode);
}
HIPIFY_BOTH __hip_fp8_storage_t __nv_cvt_double_to_e8m0(double x, __hip_saturation_t saturation, cudaRoundMode mode) {
    return __nv_cvt_float_to_e8m0(hipify::odd_float(x), saturation, mode);
}
HIPIFY_BOTH __hip_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__hip_bfloat16_raw x, __hip_saturation_t saturation, cudaRoundMode mode) {
    return __nv_cvt_float_to_e8m0(hipify::float_of_bfloat16(hipify::tiny_bits<unsigned short>(x)), saturation, mode);
}
HIPIFY_BOTH __hip_fp8x2_storage_t __nv_cvt_float2_to_e8m0x2(float2 pair, __hip_saturation_t saturation, cudaRoundMode mode) {
    const unsigned int low = __nv_cvt_float_to_e8m0(pair.x, saturation, mode), high = __nv_cvt_float_to_e8m0(pair.y, saturation, mode);
    return static_cast<__hip_fp8x2_storage_t>(low | high << 8);
}
HIPIFY_BOTH __hip_fp8x2_storage_t __nv_cvt_double2_to_e8m0x2(double2 pair, __hip_saturation_t saturation, cudaRoundMode mode) {
    return __nv_cvt_float2_to_e8m0x2(make_float2(hipify::odd_float(pair.x), hipify::odd_float(pair.y)), saturation, mode);
}
HIPIFY_BOTH __hip_fp8x2_storage_t __nv_cvt_bfloat162raw_to_e8m0x2(__hip_bfloat162_raw pair, __hip_saturation_t saturation,
                                                                  cudaRoundMode mode) {
    unsigned short part[2];
    __builtin_memcpy(part, &pair, sizeof part);
    const float2 wide = make_float2(hipify::float_of_bfloat16(part[0]), hipify::float_of_bfloat16(part[1]));
    return __nv_cvt_float2_to_e8m0x2(wide, saturation, mode);
}
HIPIFY_BOTH __hip_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__hip_fp8_storage_t x) {
    return hipify::tiny_bits<__hip_bfloat16_raw>(hipify::bfloat16_bits_of_e8m0(x));
}
HIPIFY_BOTH __hip_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(__hip_fp8x2_storage_t pair) {
    const unsigned int high = hipify::bfloat16_bits_of_e8m0(static_cast<unsigned int>(pair) >> 8);
    return hipify::tiny_bits<__hip_bfloat162_raw>(high << 16 | hipify::bfloat16_bits_of_e8m0(pair));
}

struct __nv_fp8_e8m0 {
    __hip_fp8_storage_t __x;
    __nv_fp8_e8m0() = default;
    HIPIFY_BOTH explicit __nv_fp8_e8m0(float x) : __x(hipify::e8m0_of_float(x, true, cudaRoundPosInf)) {}
    HIPIFY_BOTH explicit __nv_fp8_e8m0(double x) : __nv_fp8_e8m0(hipify::odd_float(x)) {}
    HIPIFY_BOTH explicit __nv_fp8_e8m0(__half x) : __nv_fp8_e8m0(static_cast<float>(hipify::tiny_bits<_Float16>(x))) {}
    HIPIFY_BOTH explicit __nv_fp8_e8m0(__hip_bfloat16 x)
        : __nv_fp8_e8m0(hipify::float_of_bfloat16(hipify::tiny_bits<unsigned short>(x))) {}
    template <typename T, typename std::enable_if<std::is_integral<T>::value, int>::type = 0>
    HIPIFY_BOTH explicit __nv_fp8_e8m0(T x) : __nv_fp8_e8m0(hipify::float_to_round(x)) {}
    HIPIFY_BOTH explicit operator float() const { return hipify::float_of_bfloat16(hipify::bfloat16_bits_of_e8m0(__x)); }
    HIPIFY_BOTH explicit operator double() const {
        // Put together of its bits, since the float may be denormal.
        if (__x == 0xff) return __builtin_nan("");
        return hipify::tiny_bits<double>(static_cast<unsigned long long>(__x + 1023 - 127) << 52);
    }
    HIPIFY_BOTH explicit operator __half() const { return __half(static_cast<float>(*this)); }
    HIPIFY_BOTH explicit operator __hip_bfloat16() const { return __hip_bfloat16(__nv_cvt_e8m0_to_bf16raw(__x)); }
    HIPIFY_BOTH explicit operator bool() const { return true; }
    template <typename T, typename std::enable_if<std::is_integral<T>::value, int>::type = 0>
    HIPIFY_BOTH explicit operator T() const {
        return hipify::integer_of_e8m0<T>(__x);
    }
};

struct alignas(2) __nv_fp8x2_e8m0 {
    __hip_fp8x2_storage_t __x;
    __nv_fp8x2_e8m0() = default;
    HIPIFY_BOTH explicit __nv_fp8x2_e8m0(float2 x) : __x(__nv_cvt_float2_to_e8m0x2(x, __HIP_SATFINITE, cudaRoundPosInf)) {}
    HIPIFY_BOTH explicit __nv_fp8x2_e8m0(double2 x) : __x(__nv_cvt_double2_to_e8m0x2(x, __HIP_SATFINITE, cudaRoundPosInf)) {}
    HIPIFY_BOTH explicit __nv_fp8x2_e8m0(__half2 x) : __nv_fp8x2_e8m0(__half22float2(x)) {}
    HIPIFY_BOTH explicit __nv_fp8x2_e8m0(__hip_bfloat162 x)
        : __x(__nv_cvt_bfloat162raw_to_e8m0x2(hipify::tiny_bits<__hip_bfloat162_raw>(x), __HIP_SATFINITE, cudaRoundPosInf)) {}
    HIPIFY_BOTH explicit operator __hip_bfloat162() const {
        return hipify::tiny_bits<__hip_bfloat162>(__nv_cvt_e8m0x2_to_bf162raw(__x));
    }
    HIPIFY_BOTH explicit operator float2() const {
        return make_float2(hipify::float_of_bfloat16(hipify::bfloat16_bits_of_e8m0(__x)),
                           hipify::float_of_bfloat16(hipify::bfloat16_bits_of_e8m0(static_cast<unsigned int>(__x) >> 8)));
    }
    HIPIFY_BOTH explicit operator __half2() const { return __float22half2_rn(static_cast<float2>(*this)); }
};

struct alignas(4) __nv_fp8x4_e8m0 {
    __hip_fp8x4_storage_t __x;
    __nv_fp8x4_e8m0() = default;
    HIPIFY_BOTH explicit __nv_fp8x4_e8m0(__nv_fp8x2_e8m0 low, __nv_fp8x2_e8m0 high)
        : __x(low.__x | static_cast<__hip_fp8x4_storage_t>(high.__x) << 16) {}
    HIPIFY_BOTH explicit __nv_fp8x4_e8m0(float4 x)
        : __nv_fp8x4_e8m0(__nv_fp8x2_e8m0(make_float2(x.x, x.y)), __nv_fp8x2_e8m0(make_float2(x.z, x.w))) {}
    HIPIFY_BOTH explicit __nv_fp8x4_e8m0(double4 x)
        : __nv_fp8x4_e8m0(__nv_fp8x2_e8m0(make_double2(x.x, x.y)), __nv_fp8x2_e8m0(make_double2(x.z, x.w))) {}
    HIPIFY_BOTH explicit __nv_fp8x4_e8m0(__half2 low, __half2 high) : __nv_fp8x4_e8m0(__nv_fp8x2_e8m0(low), __nv_fp8x2_e8m0(high)) {}
    HIPIFY_BOTH explicit __nv_fp8x4_e8m0(__hip_bfloat162 low, __hip_bfloat162 high)
        : __nv_fp8x4_e8m0(__nv_fp8x2_e8m0(low), __nv_fp8x2_e8m0(high)) {}
    HIPIFY_BOTH explicit operator float4() const {
        __nv_fp8x2_e8m0 low, high;
        low.__x = static_cast<__hip_fp8x2_storage_t>(__x & 0xffff);
        high.__x = static_cast<__hip_fp8x2_storage_t>(__x >> 16);
        const float2 first = static_cast<float2>(low), second = static_cast<float2>(high);
        return make_float4(first.x, first.y, second.x, second.y);
    }
};

#endif
