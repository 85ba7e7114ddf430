// Rounding in a direction without the processor's rounding mode: the nearest result, moved by one step where the exact one
// lies on the other side.
#ifndef HIPIFY_ROUNDING_H
#define HIPIFY_ROUNDING_H

#include "standard.h"

// Errors of roundings are computed here: the source's flags must not let the compiler drop them.
#pragma float_control(precise, on, push)

namespace hipify {

enum direction { toward_zero, upward, downward };

template <typename T>
struct float_bits;
template <>
struct float_bits<float> { typedef int type; };
template <>
struct float_bits<double> { typedef long long type; };
template <>
struct float_bits<_Float16> { typedef short type; };

HIPIFY_BOTH float magnitude(float x) { return __builtin_fabsf(x); }
HIPIFY_BOTH double magnitude(double x) { return __builtin_fabs(x); }

/// The number next to `x` away from zero (`step` 1) or toward it (-1); from zero away is the caller's.
template <typename T>
HIPIFY_BOTH T stepped(T x, int step) {
    typename float_bits<T>::type bits;
    __builtin_memcpy(&bits, &x, sizeof(T));
    bits = static_cast<typename float_bits<T>::type>(bits + step);
    __builtin_memcpy(&x, &bits, sizeof(T));
    return x;
}

/// The smallest positive number, or the largest negative one.
template <typename T>
HIPIFY_BOTH T smallest(bool negative) {
    T tiny = stepped(T(0), 1);
    return negative ? -tiny : tiny;
}

/// `nearest` is the exact result rounded to nearest, `rest` has the sign of what is missing to the exact result.
template <typename T, typename R>
HIPIFY_BOTH T directed(T nearest, R rest, direction to) {
    bool up = to == upward || (to == toward_zero && nearest < 0);
    bool down = to == downward || (to == toward_zero && nearest > 0);
    if (up && rest > 0) return nearest == 0 ? smallest<T>(false) : stepped(nearest, nearest > 0 ? 1 : -1);
    if (down && rest < 0) return nearest == 0 ? smallest<T>(true) : stepped(nearest, nearest > 0 ? -1 : 1);
    return nearest;
}

template <typename T>
HIPIFY_BOTH bool is_infinite(T x) {
    return x == static_cast<T>(__builtin_inf()) || x == -static_cast<T>(__builtin_inf());
}

/// A wider number to a narrower one.
template <typename To, typename From>
HIPIFY_BOTH To narrowed(From x, direction to) {
    HIPIFY_EXACT
    To nearest = static_cast<To>(x);
    // The distance to infinity is infinite, and none from infinity itself.
    From rest = is_infinite(x) ? From(0) : x - static_cast<From>(nearest);
    return directed(nearest, rest, to);
}

/// An integer to a floating point number.
template <typename To, typename From>
HIPIFY_BOTH To from_integer(From x, direction to) {
    To nearest = static_cast<To>(x);
    if (is_infinite(nearest)) return directed(nearest, nearest > 0 ? -1 : 1, to);
    __int128 back = static_cast<__int128>(nearest), exact = x;
    return directed(nearest, exact > back ? 1 : exact < back ? -1 : 0, to);
}

}  // namespace hipify

#pragma float_control(pop)

#endif
