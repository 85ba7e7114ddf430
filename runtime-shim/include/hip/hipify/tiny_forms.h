// Numbers of 4 and 6 bits without infinities and NaN: their patterns from and to float, and the functions and types of one form.
#ifndef HIPIFY_TINY_FORMS_H
#define HIPIFY_TINY_FORMS_H

#include <type_traits>
#include "bfloat16_bits.h"
#include "round_mode.h"

namespace hipify {

/// Bits of the mantissa, what is added to exponents, and the largest pattern, above which the bit of the sign stands.
struct tiny_form {
    int mantissa, bias;
    unsigned int largest;
};

/// The pattern of a number. Too large ones become the largest; NaN becomes the positive largest. It works on bits, so that
/// denormal numbers count whatever the compiler's flags make of them.
HIPIFY_BOTH unsigned char tiny_of_float(float number, tiny_form form, int mode) {
    unsigned int bits;
    __builtin_memcpy(&bits, &number, sizeof bits);
    const unsigned int size = bits & 0x7fffffff;
    if (size > 0x7f800000) return static_cast<unsigned char>(form.largest);
    const bool negative = bits >> 31 != 0;
    const bool away = mode == (negative ? cudaRoundMinInf : cudaRoundPosInf);
    const bool cut = mode == cudaRoundZero || mode == cudaRoundPosInf || mode == cudaRoundMinInf;
    const int exponent = static_cast<int>(size >> 23) - 127, lowest = 1 - form.bias;
    const unsigned int digits = (size & 0x7fffff) | (size >> 23 != 0 ? 0x800000u : 0u);
    int dropped = 23 - form.mantissa + (exponent < lowest ? lowest - exponent : 0);
    if (dropped > 26) dropped = 26;
    // The leading digit of a normal number counts one in the exponent's field.
    unsigned int pattern = (exponent < lowest ? 0u : static_cast<unsigned int>(exponent - lowest) << form.mantissa) + (digits >> dropped);
    const unsigned int rest = digits & ((1u << dropped) - 1), half = 1u << (dropped - 1);
    if (cut ? away && rest != 0 : rest > half || (rest == half && (pattern & 1) != 0)) pattern++;
    if (pattern > form.largest) pattern = form.largest;
    return static_cast<unsigned char>(pattern | (negative ? form.largest + 1 : 0));
}

HIPIFY_BOTH float float_of_tiny(unsigned int stored, tiny_form form) {
    const unsigned int size = stored & form.largest, unit = 1u << form.mantissa;
    const int exponent = static_cast<int>(size >> form.mantissa);
    const unsigned int steps = exponent == 0 ? size : unit + (size & (unit - 1));
    const unsigned int scale = static_cast<unsigned int>((exponent == 0 ? 1 : exponent) - form.bias - form.mantissa + 127) << 23;
    float one;
    __builtin_memcpy(&one, &scale, sizeof one);
    const float number = static_cast<float>(steps) * one;
    return (stored & (form.largest + 1)) != 0 ? -number : number;
}

HIPIFY_BOTH unsigned short half_bits_of_tiny(unsigned int stored, tiny_form form) {
    const _Float16 number = static_cast<_Float16>(float_of_tiny(stored, form));
    unsigned short bits;
    __builtin_memcpy(&bits, &number, sizeof bits);
    return bits;
}
HIPIFY_BOTH unsigned short bfloat16_bits_of_tiny(unsigned int stored, tiny_form form) {
    return bfloat16_of_float(float_of_tiny(stored, form));
}

/// What a number becomes as an integer: its fraction goes, and unsigned types have no negative ones.
template <typename T>
HIPIFY_BOTH T integer_of_tiny(float number) {
    return std::is_unsigned<T>::value && number < 0 ? T(0) : static_cast<T>(number);
}

/// The same bits as another type: the raw types have members of other names from one version of HIP to the next.
template <typename To, typename From>
HIPIFY_BOTH To tiny_bits(From from) {
    static_assert(sizeof(To) == sizeof(From), "the types have different sizes");
    To to;
    __builtin_memcpy(&to, &from, sizeof to);
    return to;
}

}  // namespace hipify

// Conversions: names begin with `P` and have `fp` in them; `form_of` gives the form of a `Kind`, a pair has `bits` for a number.
#define HIPIFY_TINY_CONVERSIONS(P, fp, bits, Kind, Mode, form_of)                                                             \
    HIPIFY_BOTH P##fp##_storage_t P##cvt_float_to_##fp(float x, Kind kind, Mode mode) {                                       \
        return hipify::tiny_of_float(x, form_of(kind), mode);                                                                 \
    }                                                                                                                         \
    HIPIFY_BOTH P##fp##_storage_t P##cvt_double_to_##fp(double x, Kind kind, Mode mode) {                                     \
        return hipify::tiny_of_float(hipify::odd_float(x), form_of(kind), mode);                                              \
    }                                                                                                                         \
    HIPIFY_BOTH P##fp##_storage_t P##cvt_halfraw_to_##fp(__half_raw x, Kind kind, Mode mode) {                                \
        return hipify::tiny_of_float(static_cast<float>(hipify::tiny_bits<_Float16>(x)), form_of(kind), mode);                \
    }                                                                                                                         \
    HIPIFY_BOTH P##fp##_storage_t P##cvt_bfloat16raw_to_##fp(__hip_bfloat16_raw x, Kind kind, Mode mode) {                    \
        return hipify::tiny_of_float(hipify::float_of_bfloat16(hipify::tiny_bits<unsigned short>(x)), form_of(kind), mode);   \
    }                                                                                                                         \
    HIPIFY_BOTH P##fp##x2_storage_t P##cvt_float2_to_##fp##x2(float2 pair, Kind kind, Mode mode) {                            \
        const unsigned int low = P##cvt_float_to_##fp(pair.x, kind, mode), high = P##cvt_float_to_##fp(pair.y, kind, mode);   \
        return static_cast<P##fp##x2_storage_t>(low | high << bits);                                                          \
    }                                                                                                                         \
    HIPIFY_BOTH P##fp##x2_storage_t P##cvt_double2_to_##fp##x2(double2 pair, Kind kind, Mode mode) {                          \
        const unsigned int low = P##cvt_double_to_##fp(pair.x, kind, mode), high = P##cvt_double_to_##fp(pair.y, kind, mode); \
        return static_cast<P##fp##x2_storage_t>(low | high << bits);                                                          \
    }                                                                                                                         \
    HIPIFY_BOTH P##fp##x2_storage_t P##cvt_halfraw2_to_##fp##x2(__half2_raw pair, Kind kind, Mode mode) {                     \
        _Float16 part[2];                                                                                                     \
        __builtin_memcpy(part, &pair, sizeof part);                                                                           \
        return P##cvt_float2_to_##fp##x2(make_float2(part[0], part[1]), kind, mode);                                          \
    }                                                                                                                         \
    HIPIFY_BOTH P##fp##x2_storage_t P##cvt_bfloat16raw2_to_##fp##x2(__hip_bfloat162_raw pair, Kind kind, Mode mode) {         \
        unsigned short part[2];                                                                                               \
        __builtin_memcpy(part, &pair, sizeof part);                                                                           \
        const float2 wide = make_float2(hipify::float_of_bfloat16(part[0]), hipify::float_of_bfloat16(part[1]));              \
        return P##cvt_float2_to_##fp##x2(wide, kind, mode);                                                                   \
    }                                                                                                                         \
    HIPIFY_BOTH __half_raw P##cvt_##fp##_to_halfraw(P##fp##_storage_t x, Kind kind) {                                         \
        return hipify::tiny_bits<__half_raw>(hipify::half_bits_of_tiny(x, form_of(kind)));                                    \
    }                                                                                                                         \
    HIPIFY_BOTH __hip_bfloat16_raw P##cvt_##fp##_to_bf16raw(P##fp##_storage_t x, Kind kind) {                                 \
        return hipify::tiny_bits<__hip_bfloat16_raw>(hipify::bfloat16_bits_of_tiny(x, form_of(kind)));                        \
    }                                                                                                                         \
    HIPIFY_BOTH __half2_raw P##cvt_##fp##x2_to_halfraw2(P##fp##x2_storage_t pair, Kind kind) {                                \
        const unsigned int low = hipify::half_bits_of_tiny(pair, form_of(kind));                                              \
        return hipify::tiny_bits<__half2_raw>(low | static_cast<unsigned int>(hipify::half_bits_of_tiny(                      \
                                                        static_cast<unsigned int>(pair) >> bits, form_of(kind)))              \
                                                        << 16);                                                               \
    }                                                                                                                         \
    HIPIFY_BOTH __hip_bfloat162_raw P##cvt_##fp##x2_to_bf162raw(P##fp##x2_storage_t pair, Kind kind) {                        \
        const unsigned int low = hipify::bfloat16_bits_of_tiny(pair, form_of(kind));                                          \
        return hipify::tiny_bits<__hip_bfloat162_raw>(low | static_cast<unsigned int>(hipify::bfloat16_bits_of_tiny(          \
                                                                static_cast<unsigned int>(pair) >> bits, form_of(kind)))      \
                                                                << 16);                                                       \
    }

// The types of one number, two and four, rounded to nearest; `or_explicit` stands before their conversions to floats.
#define HIPIFY_TINY_TYPES(P, fp, name, bits, kind, nearest, form_of, or_explicit)                                             \
    struct P##fp##_##name {                                                                                                   \
        P##fp##_storage_t __x;                                                                                                \
        P##fp##_##name() = default;                                                                                           \
        HIPIFY_BOTH explicit P##fp##_##name(float x) : __x(P##cvt_float_to_##fp(x, kind, nearest)) {}                         \
        HIPIFY_BOTH explicit P##fp##_##name(double x) : __x(P##cvt_double_to_##fp(x, kind, nearest)) {}                       \
        HIPIFY_BOTH explicit P##fp##_##name(__half x) : __x(P##cvt_halfraw_to_##fp(x, kind, nearest)) {}                      \
        HIPIFY_BOTH explicit P##fp##_##name(__hip_bfloat16 x) : __x(P##cvt_bfloat16raw_to_##fp(x, kind, nearest)) {}          \
        template <typename T, typename std::enable_if<std::is_integral<T>::value, int>::type = 0>                             \
        HIPIFY_BOTH explicit P##fp##_##name(T x) : P##fp##_##name(static_cast<float>(x)) {}                                   \
        HIPIFY_BOTH or_explicit operator float() const { return hipify::float_of_tiny(__x, form_of(kind)); }                  \
        HIPIFY_BOTH explicit operator double() const { return static_cast<double>(static_cast<float>(*this)); }               \
        HIPIFY_BOTH explicit operator __half() const { return __half(P##cvt_##fp##_to_halfraw(__x, kind)); }                  \
        HIPIFY_BOTH explicit operator __hip_bfloat16() const { return __hip_bfloat16(P##cvt_##fp##_to_bf16raw(__x, kind)); }  \
        HIPIFY_BOTH explicit operator bool() const { return (__x & form_of(kind).largest) != 0; }                             \
        template <typename T, typename std::enable_if<std::is_integral<T>::value, int>::type = 0>                             \
        HIPIFY_BOTH explicit operator T() const {                                                                             \
            return hipify::integer_of_tiny<T>(static_cast<float>(*this));                                                     \
        }                                                                                                                     \
    };                                                                                                                        \
    struct alignas(P##fp##x2_storage_t) P##fp##x2_##name {                                                                    \
        P##fp##x2_storage_t __x;                                                                                              \
        P##fp##x2_##name() = default;                                                                                         \
        HIPIFY_BOTH explicit P##fp##x2_##name(float2 x) : __x(P##cvt_float2_to_##fp##x2(x, kind, nearest)) {}                 \
        HIPIFY_BOTH explicit P##fp##x2_##name(double2 x) : __x(P##cvt_double2_to_##fp##x2(x, kind, nearest)) {}               \
        HIPIFY_BOTH explicit P##fp##x2_##name(__half2 x) : __x(P##cvt_halfraw2_to_##fp##x2(x, kind, nearest)) {}              \
        HIPIFY_BOTH explicit P##fp##x2_##name(__hip_bfloat162 x)                                                              \
            : __x(P##cvt_bfloat16raw2_to_##fp##x2(hipify::tiny_bits<__hip_bfloat162_raw>(x), kind, nearest)) {}               \
        HIPIFY_BOTH or_explicit operator float2() const {                                                                     \
            return make_float2(hipify::float_of_tiny(__x, form_of(kind)),                                                     \
                               hipify::float_of_tiny(static_cast<unsigned int>(__x) >> bits, form_of(kind)));                 \
        }                                                                                                                     \
        HIPIFY_BOTH explicit operator __half2() const { return __half2(P##cvt_##fp##x2_to_halfraw2(__x, kind)); }             \
        HIPIFY_BOTH explicit operator __hip_bfloat162() const {                                                               \
            return hipify::tiny_bits<__hip_bfloat162>(P##cvt_##fp##x2_to_bf162raw(__x, kind));                                \
        }                                                                                                                     \
    };                                                                                                                        \
    struct alignas(P##fp##x4_storage_t) P##fp##x4_##name {                                                                    \
        P##fp##x4_storage_t __x;                                                                                              \
        P##fp##x4_##name() = default;                                                                                         \
        HIPIFY_BOTH explicit P##fp##x4_##name(P##fp##x2_##name low, P##fp##x2_##name high)                                    \
            : __x(static_cast<P##fp##x4_storage_t>(low.__x | static_cast<unsigned int>(high.__x) << 2 * bits)) {}             \
        HIPIFY_BOTH explicit P##fp##x4_##name(float4 x)                                                                       \
            : P##fp##x4_##name(P##fp##x2_##name(make_float2(x.x, x.y)), P##fp##x2_##name(make_float2(x.z, x.w))) {}           \
        HIPIFY_BOTH explicit P##fp##x4_##name(double4 x)                                                                      \
            : P##fp##x4_##name(P##fp##x2_##name(make_double2(x.x, x.y)), P##fp##x2_##name(make_double2(x.z, x.w))) {}         \
        HIPIFY_BOTH explicit P##fp##x4_##name(__half2 low, __half2 high)                                                      \
            : P##fp##x4_##name(P##fp##x2_##name(low), P##fp##x2_##name(high)) {}                                              \
        HIPIFY_BOTH explicit P##fp##x4_##name(__hip_bfloat162 low, __hip_bfloat162 high)                                      \
            : P##fp##x4_##name(P##fp##x2_##name(low), P##fp##x2_##name(high)) {}                                              \
        HIPIFY_BOTH or_explicit operator float4() const {                                                                     \
            const unsigned int all = __x;                                                                                     \
            return make_float4(hipify::float_of_tiny(all, form_of(kind)), hipify::float_of_tiny(all >> bits, form_of(kind)),  \
                               hipify::float_of_tiny(all >> 2 * bits, form_of(kind)),                                         \
                               hipify::float_of_tiny(all >> 3 * bits, form_of(kind)));                                        \
        }                                                                                                                     \
    };

namespace hipify {

HIPIFY_BOTH constexpr tiny_form fp4_form(int) { return tiny_form{1, 1, 7}; }
HIPIFY_BOTH constexpr tiny_form fp6_form(int kind) { return kind == 1 ? tiny_form{2, 3, 31} : tiny_form{3, 1, 31}; }

}  // namespace hipify

#endif
