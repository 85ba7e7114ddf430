#ifndef HIPIFY_CAST_ROUNDING_H
#define HIPIFY_CAST_ROUNDING_H

namespace hipify {

/// A whole number of floating point type as an integer of `To`; what does not fit becomes the nearest that does, NaN 0.
template <typename To, typename From>
HIPIFY_DEVICE To saturated(From whole) {
    constexpr To largest = static_cast<To>(static_cast<To>(-1) < static_cast<To>(0)
        ? ~(1ull << (8 * sizeof(To) - 1)) & (~0ull >> (64 - 8 * sizeof(To))) : ~0ull >> (64 - 8 * sizeof(To)));
    constexpr To smallest = static_cast<To>(~largest);
    // One above the largest, a power of two, is the first that does not fit; the largest itself may have no exact float.
    constexpr From end = static_cast<From>(largest / 2 + 1) * 2;
    if (!(whole == whole)) return 0;
    if (whole >= end) return largest;
    if (whole < static_cast<From>(smallest)) return smallest;
    return static_cast<To>(whole);
}

}  // namespace hipify

#define HIPIFY_TO_INTEGER(from, From, to, To, suffix)                                                       \
    HIPIFY_DEVICE To __##from##2##to##_rn(From x) { return hipify::saturated<To>(rint##suffix(x)); }        \
    HIPIFY_DEVICE To __##from##2##to##_rz(From x) { return hipify::saturated<To>(trunc##suffix(x)); }       \
    HIPIFY_DEVICE To __##from##2##to##_rd(From x) { return hipify::saturated<To>(floor##suffix(x)); }       \
    HIPIFY_DEVICE To __##from##2##to##_ru(From x) { return hipify::saturated<To>(ceil##suffix(x)); }
HIPIFY_TO_INTEGER(float, float, int, int, f)
HIPIFY_TO_INTEGER(float, float, uint, unsigned int, f)
HIPIFY_TO_INTEGER(float, float, ll, long long, f)
HIPIFY_TO_INTEGER(float, float, ull, unsigned long long, f)
HIPIFY_TO_INTEGER(double, double, int, int, )
HIPIFY_TO_INTEGER(double, double, uint, unsigned int, )
HIPIFY_TO_INTEGER(double, double, ll, long long, )
HIPIFY_TO_INTEGER(double, double, ull, unsigned long long, )
#undef HIPIFY_TO_INTEGER

#endif
