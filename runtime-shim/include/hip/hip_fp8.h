// Numbers of 8 bits and two or four of them: `__hip_fp8_e4m3`, `__hip_fp8_e5m2` and their `_fnuz` forms.
#ifndef HIP_INCLUDE_HIP_HIP_FP8_H
#define HIP_INCLUDE_HIP_HIP_FP8_H

#include <hip/hip_runtime.h>
#if defined(__HIP__) && defined(__cplusplus)
#include "hipify/fp8.h"

#define HIP_FP8_TYPE_OCP 1
#define HIP_FP8_TYPE_FNUZ 1

#define HIPIFY_FP8(name, kind)                                                                                            \
    struct __hip_fp8_##name {                                                                                             \
        __hip_fp8_storage_t __x;                                                                                          \
        static constexpr __hip_saturation_t __default_saturation = __HIP_SATFINITE;                                       \
        static constexpr __hip_fp8_interpretation_t __default_interpret = kind;                                           \
        __hip_fp8_##name() = default;                                                                                     \
        HIPIFY_BOTH __hip_fp8_##name(float x) : __x(__hip_cvt_float_to_fp8(x, __HIP_SATFINITE, kind)) {}                  \
        HIPIFY_BOTH __hip_fp8_##name(__half x) : __x(__hip_cvt_halfraw_to_fp8(x, __HIP_SATFINITE, kind)) {}               \
        HIPIFY_BOTH __hip_fp8_##name(__hip_bfloat16 x)                                                                    \
            : __x(__hip_cvt_bfloat16raw_to_fp8(x, __HIP_SATFINITE, kind)) {}                                              \
        template <typename T, typename std::enable_if<hipify::is_arithmetic<T>::value, int>::type = 0>                       \
        HIPIFY_BOTH __hip_fp8_##name(T x)                                                                                 \
            : __x(__hip_cvt_float_to_fp8(hipify::float_to_round(x), __HIP_SATFINITE, kind)) {}                            \
        HIPIFY_BOTH operator float() const { return hipify::float_of_small(__x, hipify::form_of(kind)); }                 \
        HIPIFY_BOTH explicit operator __half() const { return __half(static_cast<float>(*this)); }                        \
        HIPIFY_BOTH explicit operator __hip_bfloat16() const { return __hip_bfloat16(static_cast<float>(*this)); }        \
        HIPIFY_BOTH explicit operator bool() const { return static_cast<float>(*this) != 0; }                             \
        template <typename T, typename std::enable_if<hipify::is_arithmetic<T>::value, int>::type = 0>                       \
        HIPIFY_BOTH explicit operator T() const {                                                                         \
            return static_cast<T>(static_cast<float>(*this));                                                             \
        }                                                                                                                 \
    };                                                                                                                    \
    struct alignas(2) __hip_fp8x2_##name {                                                                                \
        __hip_fp8x2_storage_t __x;                                                                                        \
        static constexpr __hip_saturation_t __default_saturation = __HIP_SATFINITE;                                       \
        static constexpr __hip_fp8_interpretation_t __default_interpret = kind;                                           \
        __hip_fp8x2_##name() = default;                                                                                   \
        HIPIFY_BOTH __hip_fp8x2_##name(float2 x) : __x(__hip_cvt_float2_to_fp8x2(x, __HIP_SATFINITE, kind)) {}            \
        HIPIFY_BOTH __hip_fp8x2_##name(double2 x) : __x(__hip_cvt_double2_to_fp8x2(x, __HIP_SATFINITE, kind)) {}          \
        HIPIFY_BOTH __hip_fp8x2_##name(__half2 x) : __x(__hip_cvt_halfraw2_to_fp8x2(x, __HIP_SATFINITE, kind)) {}         \
        HIPIFY_BOTH __hip_fp8x2_##name(__hip_bfloat162 x)                                                                 \
            : __x(__hip_cvt_bfloat16raw2_to_fp8x2(x, __HIP_SATFINITE, kind)) {}                                           \
        HIPIFY_BOTH explicit operator __half2() const { return __half2(__hip_cvt_fp8x2_to_halfraw2(__x, kind)); }         \
        HIPIFY_BOTH operator float2() const {                                                                             \
            return make_float2(hipify::float_of_small(static_cast<unsigned char>(__x & 0xff), hipify::form_of(kind)),     \
                               hipify::float_of_small(static_cast<unsigned char>(__x >> 8), hipify::form_of(kind)));      \
        }                                                                                                                 \
    };                                                                                                                    \
    struct alignas(4) __hip_fp8x4_##name {                                                                                \
        __hip_fp8x4_storage_t __x;                                                                                        \
        static constexpr __hip_saturation_t __default_saturation = __HIP_SATFINITE;                                       \
        static constexpr __hip_fp8_interpretation_t __default_interpret = kind;                                           \
        __hip_fp8x4_##name() = default;                                                                                   \
        HIPIFY_BOTH __hip_fp8x4_##name(__hip_fp8x2_##name low, __hip_fp8x2_##name high)                                   \
            : __x(static_cast<unsigned int>(high.__x) << 16 | low.__x) {}                                                 \
        HIPIFY_BOTH __hip_fp8x4_##name(float4 x)                                                                          \
            : __hip_fp8x4_##name(__hip_fp8x2_##name(make_float2(x.x, x.y)), __hip_fp8x2_##name(make_float2(x.z, x.w))) {} \
        HIPIFY_BOTH __hip_fp8x4_##name(double4 x)                                                                         \
            : __hip_fp8x4_##name(__hip_fp8x2_##name(make_double2(x.x, x.y)), __hip_fp8x2_##name(make_double2(x.z, x.w))) {} \
        HIPIFY_BOTH __hip_fp8x4_##name(__half2 low, __half2 high)                                                         \
            : __hip_fp8x4_##name(__hip_fp8x2_##name(low), __hip_fp8x2_##name(high)) {}                                    \
        HIPIFY_BOTH __hip_fp8x4_##name(__hip_bfloat162 low, __hip_bfloat162 high)                                         \
            : __hip_fp8x4_##name(__hip_fp8x2_##name(low), __hip_fp8x2_##name(high)) {}                                    \
        HIPIFY_BOTH operator float4() const {                                                                             \
            __hip_fp8x2_##name low, high;                                                                                 \
            low.__x = static_cast<__hip_fp8x2_storage_t>(__x & 0xffff);                                                   \
            high.__x = static_cast<__hip_fp8x2_storage_t>(__x >> 16);                                                     \
            float2 first = low, second = high;                                                                            \
            return make_float4(first.x, first.y, second.x, second.y);                                                     \
        }                                                                                                                 \
    };

HIPIFY_FP8(e4m3, __HIP_E4M3)
HIPIFY_FP8(e5m2, __HIP_E5M2)
HIPIFY_FP8(e4m3_fnuz, __HIP_E4M3_FNUZ)
HIPIFY_FP8(e5m2_fnuz, __HIP_E5M2_FNUZ)
#undef HIPIFY_FP8

#include "hipify/e8m0.h"

#endif

#endif
