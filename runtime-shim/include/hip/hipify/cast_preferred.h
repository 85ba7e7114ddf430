// Conversions to integers that AMD's headers have too, undefined there where the number does not fit, or with another result for NaN.
#ifndef HIPIFY_CAST_PREFERRED_H
#define HIPIFY_CAST_PREFERRED_H

#include "qualifiers.h"

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
HIPIFY_PREFERRED_BOTH constexpr To integer_of_nan() {
    return sizeof(To) == 8 || (sizeof(To) == 4 && sizeof(From) == 8) ? static_cast<To>(1ull << (8 * sizeof(To) - 1)) : To(0);
}

/// A whole number as an integer; what does not fit becomes the nearest that does.
template <typename To, typename From>
HIPIFY_PREFERRED_BOTH To saturated(From whole) {
    typedef integer_range<To> range;
    // One above the largest is a power of two and the first that does not fit; the largest itself may have no exact float.
    constexpr From end = static_cast<From>(range::largest / 2 + 1) * 2;
    if (!(whole == whole)) return integer_of_nan<To, From>();
    if (whole >= end) return range::largest;
    if (whole < static_cast<From>(range::smallest)) return range::smallest;
    return static_cast<To>(whole);
}

}  // namespace hipify

#define HIPIFY_TO_INTEGER(From, to, To, suffix)                                                                                \
    HIPIFY_PREFERRED To __##From##2##to##_rn(From x) { return hipify::saturated<To>(__builtin_rint##suffix(x)); }             \
    HIPIFY_PREFERRED To __##From##2##to##_rz(From x) { return hipify::saturated<To>(__builtin_trunc##suffix(x)); }            \
    HIPIFY_PREFERRED To __##From##2##to##_rd(From x) { return hipify::saturated<To>(__builtin_floor##suffix(x)); }            \
    HIPIFY_PREFERRED To __##From##2##to##_ru(From x) { return hipify::saturated<To>(__builtin_ceil##suffix(x)); }
HIPIFY_TO_INTEGER(float, ll, long long, f)
HIPIFY_TO_INTEGER(float, ull, unsigned long long, f)
HIPIFY_TO_INTEGER(double, int, int, )
HIPIFY_TO_INTEGER(double, uint, unsigned int, )
HIPIFY_TO_INTEGER(double, ll, long long, )
HIPIFY_TO_INTEGER(double, ull, unsigned long long, )
#undef HIPIFY_TO_INTEGER

#endif
