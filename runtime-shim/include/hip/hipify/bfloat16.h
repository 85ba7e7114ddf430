// Numbers of 16 bits with float's range: `__hip_bfloat16`, the pair `__hip_bfloat162`, and their conversions.
#ifndef HIPIFY_BFLOAT16_H
#define HIPIFY_BFLOAT16_H

#include <hip/hip_vector_types.h>
#include <hip/hipify/cast_rounding.h>
#include <hip/hipify/sixteen.h>

typedef struct alignas(2) {
    unsigned short x;
} __hip_bfloat16_raw;
typedef struct alignas(4) {
    unsigned short x, y;
} __hip_bfloat162_raw;

namespace hipify {

HIPIFY_BOTH float float_of_bfloat16(unsigned short bits) {
    unsigned int wide = static_cast<unsigned int>(bits) << 16;
    float number;
    __builtin_memcpy(&number, &wide, sizeof number);
    return number;
}

/// To nearest, ties to even; NaN stays NaN.
HIPIFY_BOTH unsigned short bfloat16_of_float(float number) {
    unsigned int bits;
    __builtin_memcpy(&bits, &number, sizeof bits);
    unsigned int rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    return static_cast<unsigned short>((bits & 0x7fffffff) > 0x7f800000 ? bits >> 16 | 0x40 : rounded);
}

/// In a direction: what lies below the 16 bits decides.
HIPIFY_BOTH unsigned short bfloat16_of_float(float number, direction to) {
    unsigned int bits;
    __builtin_memcpy(&bits, &number, sizeof bits);
    bool negative = bits >> 31 != 0, away = to == (negative ? downward : upward);
    if ((bits & 0x7fffffff) > 0x7f800000) return static_cast<unsigned short>(bits >> 16 | 0x40);
    return static_cast<unsigned short>((bits >> 16) + (away && (bits & 0xffff) != 0 ? 1 : 0));
}

/// A wider number as a float whose last bit says that something was lost, so that rounding it again is rounding once.
template <typename T>
HIPIFY_BOTH float odd_float(T number) {
    float cut = narrowed<float>(static_cast<double>(number), toward_zero);
    unsigned int bits;
    __builtin_memcpy(&bits, &cut, sizeof bits);
    bits |= static_cast<double>(cut) != static_cast<double>(number) && number == number ? 1 : 0;
    __builtin_memcpy(&cut, &bits, sizeof bits);
    return cut;
}
template <typename T>
HIPIFY_BOTH float odd_float_of_integer(T number) {
    float cut = from_integer<float>(number, toward_zero);
    unsigned int bits;
    __builtin_memcpy(&bits, &cut, sizeof bits);
    bits |= static_cast<__int128>(cut) != static_cast<__int128>(number) ? 1 : 0;
    __builtin_memcpy(&cut, &bits, sizeof bits);
    return cut;
}
HIPIFY_BOTH float float_to_round(float number) { return number; }
HIPIFY_BOTH float float_to_round(double number) { return odd_float(number); }
template <typename T, typename std::enable_if<std::is_integral<T>::value, int>::type = 0>
HIPIFY_BOTH float float_to_round(T number) {
    return odd_float_of_integer(number);
}

}  // namespace hipify

struct alignas(2) __hip_bfloat16 {
    unsigned short __x;

    __hip_bfloat16() = default;
    HIPIFY_BOTH constexpr __hip_bfloat16(const __hip_bfloat16_raw &raw) : __x(raw.x) {}
    template <typename T, typename std::enable_if<std::is_arithmetic<T>::value, int>::type = 0>
    HIPIFY_BOTH __hip_bfloat16(T number) : __x(hipify::bfloat16_of_float(hipify::float_to_round(number))) {}
    template <typename T, typename std::enable_if<std::is_arithmetic<T>::value, int>::type = 0>
    HIPIFY_BOTH operator T() const {
        return static_cast<T>(hipify::float_of_bfloat16(__x));
    }
    HIPIFY_BOTH operator __hip_bfloat16_raw() const { return __hip_bfloat16_raw{__x}; }
    HIPIFY_BOTH operator __hip_bfloat16_raw() const volatile { return __hip_bfloat16_raw{__x}; }
};

struct alignas(4) __hip_bfloat162 {
    __hip_bfloat16 x, y;

    __hip_bfloat162() = default;
    HIPIFY_BOTH constexpr __hip_bfloat162(const __hip_bfloat16 &low, const __hip_bfloat16 &high) : x(low), y(high) {}
    HIPIFY_BOTH constexpr __hip_bfloat162(const __hip_bfloat162_raw &raw)
        : x(__hip_bfloat16_raw{raw.x}), y(__hip_bfloat16_raw{raw.y}) {}
    HIPIFY_BOTH operator __hip_bfloat162_raw() const { return __hip_bfloat162_raw{x.__x, y.__x}; }
    HIPIFY_BOTH operator float2() const {
        return make_float2(hipify::float_of_bfloat16(x.__x), hipify::float_of_bfloat16(y.__x));
    }
};

namespace hipify {

template <>
struct sixteen<__hip_bfloat16> {
    typedef __hip_bfloat162 pair;
    static constexpr unsigned short one = 0x3f80, nan = 0x7fff, infinity = 0x7f80;
    static HIPIFY_BOTH float to_float(__hip_bfloat16 x) { return float_of_bfloat16(x.__x); }
    static HIPIFY_BOTH unsigned short to_bits(__hip_bfloat16 x) { return x.__x; }
    static HIPIFY_BOTH __hip_bfloat16 from_bits(unsigned short x) { return __hip_bfloat16_raw{x}; }
    static HIPIFY_BOTH __hip_bfloat16 from_float(float x) { return from_bits(bfloat16_of_float(x)); }
    static HIPIFY_BOTH __hip_bfloat16 from_double(double x) { return from_bits(bfloat16_of_float(odd_float(x))); }
};

}  // namespace hipify

#define HIPIFY_BFLOAT16_FROM(from, From)                                                                                        \
    HIPIFY_BOTH __hip_bfloat16 __##from##2bfloat16_rn(From x) { return __hip_bfloat16_raw{hipify::bfloat16_of_float(hipify::float_to_round(x))}; } \
    HIPIFY_BOTH __hip_bfloat16 __##from##2bfloat16_rz(From x) { return __hip_bfloat16_raw{hipify::bfloat16_of_float(hipify::float_to_round(x), hipify::toward_zero)}; } \
    HIPIFY_BOTH __hip_bfloat16 __##from##2bfloat16_ru(From x) { return __hip_bfloat16_raw{hipify::bfloat16_of_float(hipify::float_to_round(x), hipify::upward)}; } \
    HIPIFY_BOTH __hip_bfloat16 __##from##2bfloat16_rd(From x) { return __hip_bfloat16_raw{hipify::bfloat16_of_float(hipify::float_to_round(x), hipify::downward)}; }
HIPIFY_BFLOAT16_FROM(float, float)
HIPIFY_BFLOAT16_FROM(short, short)
HIPIFY_BFLOAT16_FROM(ushort, unsigned short)
HIPIFY_BFLOAT16_FROM(int, int)
HIPIFY_BFLOAT16_FROM(uint, unsigned int)
HIPIFY_BFLOAT16_FROM(ll, long long)
HIPIFY_BFLOAT16_FROM(ull, unsigned long long)
#undef HIPIFY_BFLOAT16_FROM
HIPIFY_BOTH __hip_bfloat16 __float2bfloat16(float x) { return __float2bfloat16_rn(x); }
HIPIFY_BOTH __hip_bfloat16 __double2bfloat16(double x) { return hipify::sixteen<__hip_bfloat16>::from_double(x); }
HIPIFY_BOTH float __bfloat162float(__hip_bfloat16 x) { return hipify::to_float(x); }

#define HIPIFY_BFLOAT16_TO(to, To)                                                                                              \
    HIPIFY_BOTH To __bfloat162##to##_rn(__hip_bfloat16 x) { return hipify::saturated<To>(__builtin_rintf(hipify::to_float(x))); }  \
    HIPIFY_BOTH To __bfloat162##to##_rz(__hip_bfloat16 x) { return hipify::saturated<To>(__builtin_truncf(hipify::to_float(x))); } \
    HIPIFY_BOTH To __bfloat162##to##_ru(__hip_bfloat16 x) { return hipify::saturated<To>(__builtin_ceilf(hipify::to_float(x))); }  \
    HIPIFY_BOTH To __bfloat162##to##_rd(__hip_bfloat16 x) { return hipify::saturated<To>(__builtin_floorf(hipify::to_float(x))); }
HIPIFY_BFLOAT16_TO(char, signed char)
HIPIFY_BFLOAT16_TO(uchar, unsigned char)
HIPIFY_BFLOAT16_TO(short, short)
HIPIFY_BFLOAT16_TO(ushort, unsigned short)
HIPIFY_BFLOAT16_TO(int, int)
HIPIFY_BFLOAT16_TO(uint, unsigned int)
HIPIFY_BFLOAT16_TO(ll, long long)
HIPIFY_BFLOAT16_TO(ull, unsigned long long)
#undef HIPIFY_BFLOAT16_TO

HIPIFY_BOTH short __bfloat16_as_short(__hip_bfloat16 x) { return static_cast<short>(x.__x); }
HIPIFY_BOTH unsigned short __bfloat16_as_ushort(__hip_bfloat16 x) { return x.__x; }
HIPIFY_BOTH __hip_bfloat16 __short_as_bfloat16(short x) { return __hip_bfloat16_raw{static_cast<unsigned short>(x)}; }
HIPIFY_BOTH __hip_bfloat16 __ushort_as_bfloat16(unsigned short x) { return __hip_bfloat16_raw{x}; }

HIPIFY_BOTH __hip_bfloat162 make_bfloat162(__hip_bfloat16 low, __hip_bfloat16 high) { return __hip_bfloat162(low, high); }
HIPIFY_BOTH __hip_bfloat162 __halves2bfloat162(__hip_bfloat16 low, __hip_bfloat16 high) { return __hip_bfloat162(low, high); }
HIPIFY_BOTH __hip_bfloat162 __bfloat162bfloat162(__hip_bfloat16 both) { return __hip_bfloat162(both, both); }
HIPIFY_BOTH __hip_bfloat162 __float2bfloat162_rn(float both) { return __bfloat162bfloat162(__float2bfloat16_rn(both)); }
HIPIFY_BOTH __hip_bfloat162 __floats2bfloat162_rn(float low, float high) {
    return __hip_bfloat162(__float2bfloat16_rn(low), __float2bfloat16_rn(high));
}
HIPIFY_BOTH __hip_bfloat162 __float22bfloat162_rn(float2 pair) { return __floats2bfloat162_rn(pair.x, pair.y); }
HIPIFY_BOTH float2 __bfloat1622float2(__hip_bfloat162 pair) { return pair; }
HIPIFY_BOTH float __low2float(__hip_bfloat162 pair) { return hipify::to_float(pair.x); }
HIPIFY_BOTH float __high2float(__hip_bfloat162 pair) { return hipify::to_float(pair.y); }
HIPIFY_BOTH __hip_bfloat16 __low2bfloat16(__hip_bfloat162 pair) { return pair.x; }
HIPIFY_BOTH __hip_bfloat16 __high2bfloat16(__hip_bfloat162 pair) { return pair.y; }
HIPIFY_BOTH __hip_bfloat162 __low2bfloat162(__hip_bfloat162 pair) { return __hip_bfloat162(pair.x, pair.x); }
HIPIFY_BOTH __hip_bfloat162 __high2bfloat162(__hip_bfloat162 pair) { return __hip_bfloat162(pair.y, pair.y); }
HIPIFY_BOTH __hip_bfloat162 __lows2bfloat162(__hip_bfloat162 a, __hip_bfloat162 b) { return __hip_bfloat162(a.x, b.x); }
HIPIFY_BOTH __hip_bfloat162 __highs2bfloat162(__hip_bfloat162 a, __hip_bfloat162 b) { return __hip_bfloat162(a.y, b.y); }

#define HIPRT_ONE_BF16 __ushort_as_bfloat16(0x3f80)
#define HIPRT_ZERO_BF16 __ushort_as_bfloat16(0)
#define HIPRT_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define HIPRT_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define HIPRT_MIN_DENORM_BF16 __ushort_as_bfloat16(1)
#define HIPRT_NAN_BF16 __ushort_as_bfloat16(0x7fff)
#define HIPRT_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000)

#endif
