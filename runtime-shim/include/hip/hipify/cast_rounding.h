// Conversions between integers and floating point numbers with a named rounding: `__float2int_rz`, `__ll2float_ru`.
#ifndef HIPIFY_CAST_ROUNDING_H
#define HIPIFY_CAST_ROUNDING_H

#include <hip/hipify/rounding.h>

namespace hipify {

/// The largest and smallest integers of a type.
template <typename T>
struct integer_range {
    static constexpr bool is_signed = T(-1) < T(0);
    static constexpr T largest = static_cast<T>(~0ull >> (64 - 8 * sizeof(T) + (is_signed ? 1 : 0)));
    static constexpr T smallest = is_signed ? static_cast<T>(-largest - 1) : T(0);
};

/// What NaN becomes (measured on an H100): the highest bit alone, where the number or the integer has 64 bits; else 0.
template <typename To, typename From>
HIPIFY_BOTH constexpr To integer_of_nan() {
    return sizeof(To) == 8 || (sizeof(To) == 4 && sizeof(From) == 8) ? static_cast<To>(1ull << (8 * sizeof(To) - 1)) : To(0);
}

/// A whole number as an integer; what does not fit becomes the nearest that does.
template <typename To, typename From>
HIPIFY_BOTH To saturated(From whole) {
    typedef integer_range<To> range;
    // One above the largest is a power of two and the first that does not fit; the largest itself may have no exact float.
    constexpr From end = static_cast<From>(range::largest / 2 + 1) * 2;
    if (!(whole == whole)) return integer_of_nan<To, From>();
    if (whole >= end) return range::largest;
    if (whole < static_cast<From>(range::smallest)) return range::smallest;
    return static_cast<To>(whole);
}

}  // namespace hipify

#define HIPIFY_TO_INTEGER(From, to, To, suffix)                                                              \
    HIPIFY_DEVICE To __##From##2##to##_rn(From x) { return hipify::saturated<To>(::rint##suffix(x)); }       \
    HIPIFY_DEVICE To __##From##2##to##_rz(From x) { return hipify::saturated<To>(::trunc##suffix(x)); }      \
    HIPIFY_DEVICE To __##From##2##to##_rd(From x) { return hipify::saturated<To>(::floor##suffix(x)); }      \
    HIPIFY_DEVICE To __##From##2##to##_ru(From x) { return hipify::saturated<To>(::ceil##suffix(x)); }
HIPIFY_TO_INTEGER(float, int, int, f)
HIPIFY_TO_INTEGER(float, uint, unsigned int, f)
HIPIFY_TO_INTEGER(float, ll, long long, f)
HIPIFY_TO_INTEGER(float, ull, unsigned long long, f)
HIPIFY_TO_INTEGER(double, int, int, )
HIPIFY_TO_INTEGER(double, uint, unsigned int, )
HIPIFY_TO_INTEGER(double, ll, long long, )
HIPIFY_TO_INTEGER(double, ull, unsigned long long, )
#undef HIPIFY_TO_INTEGER

#define HIPIFY_FROM_INTEGER(from, From, To)                                                                                  \
    HIPIFY_DEVICE To __##from##2##To##_rn(From x) { return static_cast<To>(x); }                                            \
    HIPIFY_DEVICE To __##from##2##To##_rz(From x) { return hipify::from_integer<To>(x, hipify::toward_zero); }              \
    HIPIFY_DEVICE To __##from##2##To##_ru(From x) { return hipify::from_integer<To>(x, hipify::upward); }                   \
    HIPIFY_DEVICE To __##from##2##To##_rd(From x) { return hipify::from_integer<To>(x, hipify::downward); }
HIPIFY_FROM_INTEGER(int, int, float)
HIPIFY_FROM_INTEGER(uint, unsigned int, float)
HIPIFY_FROM_INTEGER(ll, long long, float)
HIPIFY_FROM_INTEGER(ull, unsigned long long, float)
HIPIFY_FROM_INTEGER(ll, long long, double)
HIPIFY_FROM_INTEGER(ull, unsigned long long, double)
#undef HIPIFY_FROM_INTEGER

// The C library's, where numbers that do not fit have no result.
#define HIPIFY_NEAREST_INTEGER(To, prefix)                                                                                   \
    extern "C" HIPIFY_DEVICE To prefix##rint(double x) { return hipify::saturated<To>(::rint(x)); }                         \
    extern "C" HIPIFY_DEVICE To prefix##rintf(float x) { return hipify::saturated<To>(::rintf(x)); }                        \
    extern "C" HIPIFY_DEVICE To prefix##round(double x) { return hipify::saturated<To>(::round(x)); }                       \
    extern "C" HIPIFY_DEVICE To prefix##roundf(float x) { return hipify::saturated<To>(::roundf(x)); }
HIPIFY_NEAREST_INTEGER(long, l)
HIPIFY_NEAREST_INTEGER(long long, ll)
#undef HIPIFY_NEAREST_INTEGER

HIPIFY_DEVICE double __int2double_rn(int x) { return x; }
HIPIFY_DEVICE double __uint2double_rn(unsigned int x) { return x; }

HIPIFY_DEVICE float __double2float_rn(double x) { return static_cast<float>(x); }
HIPIFY_DEVICE float __double2float_rz(double x) { return hipify::narrowed<float>(x, hipify::toward_zero); }
HIPIFY_DEVICE float __double2float_ru(double x) { return hipify::narrowed<float>(x, hipify::upward); }
HIPIFY_DEVICE float __double2float_rd(double x) { return hipify::narrowed<float>(x, hipify::downward); }

#endif
