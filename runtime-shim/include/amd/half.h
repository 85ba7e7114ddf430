// Functions of `__half` that AMD's `hip_fp16.h` lacks in some version, and those that it has with other results than CUDA:
// conversions that do not round as they are called (measured with HIP 6.4), comparisons of NaN, saturation of NaN.
#ifndef HIPIFY_AMD_HALF_H
#define HIPIFY_AMD_HALF_H

#include <type_traits>
#include "begin.h"
#include "../hip/hipify/cast_preferred.h"
#include "../hip/hipify/half_constants.h"
#include "../hip/hipify/sixteen_bit.h"

#define HIPIFY_HALF_TO_INTEGER(to, To, mode, function) \
    HIPIFY_PREFERRED To __half2##to##_##mode(__half x) { return hipify::saturated<To>(function(__half2float(x))); }
#define HIPIFY_HALF_TO(to, To)                               \
    HIPIFY_HALF_TO_INTEGER(to, To, rn, __builtin_rintf)      \
    HIPIFY_HALF_TO_INTEGER(to, To, rz, __builtin_truncf)     \
    HIPIFY_HALF_TO_INTEGER(to, To, rd, __builtin_floorf)     \
    HIPIFY_HALF_TO_INTEGER(to, To, ru, __builtin_ceilf)
HIPIFY_HALF_TO(int, int)
HIPIFY_HALF_TO(uint, unsigned int)
HIPIFY_HALF_TO(short, short)
HIPIFY_HALF_TO(ushort, unsigned short)
HIPIFY_HALF_TO(ll, long long)
HIPIFY_HALF_TO(ull, unsigned long long)
#undef HIPIFY_HALF_TO
#undef HIPIFY_HALF_TO_INTEGER

namespace hipify_supplement {

/// An integer rounded up, or else down: the nearest, moved by one step where it lies on the other side.
template <typename T>
HIPIFY_PREFERRED __half half_of_integer(T x, bool up) {
    // The largest half is 65504: what is as large as 65520 is infinite when rounded to nearest.
    bool above = x > 0 && static_cast<unsigned long long>(x) > 65504, below = x < 0 && static_cast<long long>(x) < -65504;
    int whole = above ? 65505 : below ? -65505 : static_cast<int>(x);
    __half nearest = __float2half(static_cast<float>(whole));
    float back = __half2float(nearest);
    // All of it is exact in float. Above the largest number the nearest is that number.
    bool moves = up ? back < static_cast<float>(whole) : back > static_cast<float>(whole);
    if (!moves) return nearest;
    unsigned short bits;
    __builtin_memcpy(&bits, &nearest, sizeof bits);
    bits = static_cast<unsigned short>(bits + ((back > 0) == up ? 1 : -1));
    __builtin_memcpy(&nearest, &bits, sizeof bits);
    return nearest;
}

HIPIFY_PREFERRED __half saturated(__half x) {
    float value = __half2float(x);
    return __float2half(value > 0.0f ? __builtin_fminf(value, 1.0f) : 0.0f);
}
HIPIFY_PREFERRED __half2 saturated(__half2 x) {
    return __halves2half2(saturated(__low2half(x)), saturated(__high2half(x)));
}

}  // namespace hipify_supplement

#define HIPIFY_HALF_OF(from, From)                                                                                        \
    HIPIFY_PREFERRED __half __##from##2half_ru(From x) { return hipify_supplement::half_of_integer(x, true); }            \
    HIPIFY_PREFERRED __half __##from##2half_rd(From x) { return hipify_supplement::half_of_integer(x, false); }           \
    HIPIFY_PREFERRED __half __##from##2half_rz(From x) { return hipify_supplement::half_of_integer(x, x < 0); }
HIPIFY_HALF_OF(int, int)
HIPIFY_HALF_OF(uint, unsigned int)
HIPIFY_HALF_OF(short, short)
HIPIFY_HALF_OF(ushort, unsigned short)
HIPIFY_HALF_OF(ll, long long)
HIPIFY_HALF_OF(ull, unsigned long long)
#undef HIPIFY_HALF_OF

#define HIPIFY_SATURATED(name)                                                                                            \
    HIPIFY_PREFERRED __half __h##name##_sat(__half a, __half b) { return hipify_supplement::saturated(__h##name(a, b)); } \
    HIPIFY_PREFERRED __half2 __h##name##2_sat(__half2 a, __half2 b) { return hipify_supplement::saturated(__h##name##2(a, b)); }
HIPIFY_SATURATED(add)
HIPIFY_SATURATED(sub)
HIPIFY_SATURATED(mul)
#undef HIPIFY_SATURATED
HIPIFY_PREFERRED __half __hfma_sat(__half a, __half b, __half c) { return hipify_supplement::saturated(__hfma(a, b, c)); }
HIPIFY_PREFERRED __half2 __hfma2_sat(__half2 a, __half2 b, __half2 c) { return hipify_supplement::saturated(__hfma2(a, b, c)); }

// Bits in host code: the headers of HIP 5 have these functions for the device alone. Those of later ones are preferred.
#define HIPIFY_BITS(To, name, From)                                                                       \
    template <typename HipifyUnused = void> inline __attribute__((host)) To name(From x) {                \
        To bits;                                                                                          \
        __builtin_memcpy(&bits, &x, sizeof bits);                                                         \
        return bits;                                                                                      \
    }
HIPIFY_BITS(short, __half_as_short, __half)
HIPIFY_BITS(unsigned short, __half_as_ushort, __half)
HIPIFY_BITS(__half, __short_as_half, short)
HIPIFY_BITS(__half, __ushort_as_half, unsigned short)
#undef HIPIFY_BITS

// Ordered: false where one is NaN.
HIPIFY_PREFERRED bool __hne(__half a, __half b) { return __hlt(a, b) || __hgt(a, b); }
HIPIFY_PREFERRED __half2 __hne2(__half2 a, __half2 b) {
    const __half yes = __float2half(1.0f), no = __float2half(0.0f);
    return __halves2half2(__hne(__low2half(a), __low2half(b)) ? yes : no, __hne(__high2half(a), __high2half(b)) ? yes : no);
}
HIPIFY_PREFERRED bool __hbne2(__half2 a, __half2 b) {
    return __hne(__low2half(a), __low2half(b)) && __hne(__high2half(a), __high2half(b));
}

// Unordered: true where one is NaN.
#define HIPIFY_UNORDERED(name, opposite)                                                                                  \
    HIPIFY_PREFERRED bool __hb##name##u2(__half2 a, __half2 b) {                                                          \
        return !opposite(__low2half(a), __low2half(b)) && !opposite(__high2half(a), __high2half(b));                      \
    }
HIPIFY_UNORDERED(eq, __hne)
HIPIFY_UNORDERED(lt, __hge)
HIPIFY_UNORDERED(le, __hgt)
HIPIFY_UNORDERED(gt, __hle)
HIPIFY_UNORDERED(ge, __hlt)
HIPIFY_UNORDERED(ne, __heq)
#undef HIPIFY_UNORDERED

#if !defined(__HIP_NO_HALF_OPERATORS__)
// AMD's are the negations of `<` and `>`, true for NaN; of pairs they are true where one part alone is so.
HIPIFY_PREFERRED bool operator<=(const __half &a, const __half &b) { return __hle(a, b); }
HIPIFY_PREFERRED bool operator>=(const __half &a, const __half &b) { return __hge(a, b); }
#define HIPIFY_OF_BOTH(sign, compared)                                                                                    \
    HIPIFY_PREFERRED bool operator sign(const __half2 &a, const __half2 &b) {                                             \
        return compared(__low2half(a), __low2half(b)) && compared(__high2half(a), __high2half(b));                        \
    }
HIPIFY_OF_BOTH(<=, __hle)
HIPIFY_OF_BOTH(>=, __hge)
HIPIFY_OF_BOTH(!=, !__heq)
#undef HIPIFY_OF_BOTH
#endif

namespace hipify {
template <>
struct sixteen<__half> {
    typedef __half2 pair;
    static constexpr unsigned short one = 0x3c00, nan = 0x7fff, infinity = 0x7c00;
    static HIPIFY_BOTH float to_float(__half x) {
        _Float16 number;
        __builtin_memcpy(&number, &x, sizeof number);
        return static_cast<float>(number);
    }
    static HIPIFY_BOTH unsigned short to_bits(__half x) {
        unsigned short bits;
        __builtin_memcpy(&bits, &x, sizeof bits);
        return bits;
    }
    static HIPIFY_BOTH __half from_bits(unsigned short bits) {
        __half number;
        __builtin_memcpy(&number, &bits, sizeof bits);
        return number;
    }
    static HIPIFY_BOTH __half from_double(double x) {
        const _Float16 number = static_cast<_Float16>(x);
        __half made;
        __builtin_memcpy(&made, &number, sizeof made);
        return made;
    }
    static HIPIFY_BOTH __half from_float(float x) { return from_double(x); }
};
}  // namespace hipify
HIPIFY_SIXTEEN_FUNCTIONS(__half, __half2)

HIPIFY_SUPPLIED_BOTH __half __double2half(double x) { return hipify::sixteen<__half>::from_double(x); }
HIPIFY_SUPPLIED_BOTH signed char __half2char_rz(__half x) { return hipify::saturated<signed char>(__builtin_truncf(hipify::to_float(x))); }
HIPIFY_SUPPLIED_BOTH unsigned char __half2uchar_rz(__half x) { return hipify::saturated<unsigned char>(__builtin_truncf(hipify::to_float(x))); }

#include "end.h"
#endif
