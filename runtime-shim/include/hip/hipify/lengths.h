// Lengths of vectors and their inverses, without overflow on the way; infinite where one element is, even beside NaN.
#ifndef HIPIFY_LENGTHS_H
#define HIPIFY_LENGTHS_H

#include "rounding.h"
#include "standard.h"

// Errors of roundings are computed here: the source's flags must not let the compiler drop them.
#pragma float_control(precise, on, push)

namespace hipify {

/// The largest size of an element; NaN counts as nothing.
template <typename T>
HIPIFY_BOTH double largest_size(const T *all, int count) {
    double largest = 0;
    for (int i = 0; i < count; ++i) largest = ::fmax(largest, ::fabs(static_cast<double>(all[i])));
    return largest;
}

/// The root of the sum of the squares of `all` times two to the power of `exponent`, the sum to twice the bits of double.
template <typename T>
HIPIFY_BOTH double scaled_length(const T *all, int count, int exponent) {
    double sum = 0, rest = 0;
    for (int i = 0; i < count; ++i) {
        double scaled = ::ldexp(static_cast<double>(all[i]), exponent), square = scaled * scaled, next = sum + square;
        // Neumaier's summation, of the squares' own errors too.
        rest += ::fma(scaled, scaled, -square) + (sum >= square ? (sum - next) + square : (square - next) + sum);
        sum = next;
    }
    return ::sqrt(sum + rest);
}

template <typename T>
HIPIFY_BOTH T length(const T *all, int count) {
    double largest = largest_size(all, count);
    if (is_infinite(largest)) return static_cast<T>(largest);
    int exponent = largest > 0 ? ::ilogb(largest) : 0;
    return static_cast<T>(::ldexp(scaled_length(all, count, -exponent), exponent));
}

template <typename T>
HIPIFY_BOTH T inverse_length(const T *all, int count) {
    double largest = largest_size(all, count);
    if (is_infinite(largest)) return 0;
    int exponent = largest > 0 ? ::ilogb(largest) : 0;
    return static_cast<T>(::ldexp(1 / scaled_length(all, count, -exponent), -exponent));
}

}  // namespace hipify

#pragma float_control(pop)

#endif
