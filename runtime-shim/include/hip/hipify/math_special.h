// Special functions that the C library has not: of multiples of pi, inverses and scaled forms of the error function, Bessel.
#ifndef HIPIFY_MATH_SPECIAL_H
#define HIPIFY_MATH_SPECIAL_H

#include "rounding.h"
#include "standard.h"

#define HIPIFY_FUNCTION __host__ __device__ inline __attribute__((nodebug))

namespace hipify {

HIPIFY_BOTH float sine(float x) { return ::sinf(x); }
HIPIFY_BOTH double sine(double x) { return ::sin(x); }
HIPIFY_BOTH float cosine(float x) { return ::cosf(x); }
HIPIFY_BOTH double cosine(double x) { return ::cos(x); }
HIPIFY_BOTH float nearest(float x) { return ::rintf(x); }
HIPIFY_BOTH double nearest(double x) { return ::rint(x); }
HIPIFY_BOTH float with_sign(float x, float sign) { return ::copysignf(x, sign); }
HIPIFY_BOTH double with_sign(double x, double sign) { return ::copysign(x, sign); }

/// sin(pi x). The period is taken off first, exactly, so that large and whole `x` are right.
template <typename T>
HIPIFY_BOTH T sine_of_pi(T x) {
    T rest = x - 2 * nearest(x / 2);
    T mirrored = magnitude(rest) > T(0.5) ? with_sign(T(1), rest) - rest : rest;
    // Whole numbers are zeros with the sign of `x`, as C23 has it.
    return mirrored == 0 ? with_sign(T(0), x) : sine(T(3.14159265358979323846) * mirrored);
}

/// cos(pi x), the same way.
template <typename T>
HIPIFY_BOTH T cosine_of_pi(T x) {
    T rest = magnitude(x - 2 * nearest(x / 2));
    T pi = T(3.14159265358979323846);
    return rest < T(0.25) ? cosine(pi * rest) : rest == T(0.5) ? T(0) : sine(pi * (T(0.5) - rest));
}

constexpr double two_over_root_pi = 1.1283791670955125739;
constexpr double root_pi = 1.7724538509055160273;
constexpr double root_half = 0.70710678118654752440;

/// exp(x squared) times erfc(x).
HIPIFY_FUNCTION double scaled_erfc(double x) {
    // Twice exp(x squared) is infinite from there on.
    if (x < -27) return __builtin_inf();
    if (x < 20) {
        double square = x * x, rest = ::fma(x, x, -square);
        double scale = ::exp(square);
        // What the square lost to rounding counts as much as it weighs in the exponent.
        scale *= 1 + rest;
        return x < 0 ? (scale == __builtin_inf() ? scale : 2 * scale - scale * ::erfc(-x)) : scale * ::erfc(x);
    }
    // Asymptotic series: term k+1 is term k times -(2k + 1) / (2 x squared); from 20 on eight terms are below rounding.
    double square = 2 * x * x, term = 1, sum = 1;
    for (int k = 0; k < 8; ++k) {
        term *= -(2 * k + 1) / square;
        sum += term;
    }
    return sum / root_pi / x;
}

/// erfc(x) = `z`, `z` in (0, 2): from the tail's asymptotic form (or, near 1, the slope), by Halley's steps.
HIPIFY_FUNCTION double inverse_erfc(double z) {
    if (!(z >= 0 && z <= 2)) return __builtin_nan("");
    if (z == 0) return __builtin_inf();
    if (z == 2) return -__builtin_inf();
    if (z == 1) return 0;
    // 2 - z is exact from 1 on.
    bool mirrored = z > 1;
    double tail = mirrored ? 2 - z : z;
    double x = (1 - tail) / two_over_root_pi;
    if (tail < 0.5) {
        double square = -::log(tail * root_pi);
        square -= 0.5 * ::log(square > 0.25 ? square : 0.25);
        x = ::sqrt(square > 0.2 ? square : 0.2);
    }
    // Near the smallest numbers erfc has few bits left: Newton's steps on its logarithm.
    if (tail < 1e-280) {
        for (int i = 0; i < 4; ++i) {
            double scaled = scaled_erfc(x);
            x += (::log(scaled) - x * x - ::log(tail)) * scaled / two_over_root_pi;
        }
        return mirrored ? -x : x;
    }
    for (int i = 0; i < 6; ++i) {
        double step = (::erfc(x) - tail) / (two_over_root_pi * ::exp(-x * x));
        x += step / (1 - x * step);
    }
    return mirrored ? -x : x;
}

/// erf(x) = `y`.
HIPIFY_FUNCTION double inverse_erf(double y) {
    if (!(y >= -1 && y <= 1)) return __builtin_nan("");
    double part = ::fabs(y);
    // 1 - part is exact from one half on; below, erf itself is steep enough.
    if (part >= 0.5) return ::copysign(inverse_erfc(1 - part), y);
    double x = part / two_over_root_pi;
    for (int i = 0; i < 5; ++i) {
        double step = (::erf(x) - part) / (two_over_root_pi * ::exp(-x * x));
        x -= step / (1 + x * step);
    }
    return ::copysign(x, y);
}

/// Half of erfc(-x / sqrt 2), whose slope makes up for what the argument loses to rounding.
HIPIFY_FUNCTION double normal_distribution(double x) {
    constexpr double rest_of_root_half = -4.833646656726456e-17;
    double scaled = -x * root_half, lost = ::fma(-x, root_half, -scaled) - x * rest_of_root_half;
    double value = ::erfc(scaled);
    return 0.5 * (value > 0 && value < 2 ? value - two_over_root_pi * ::exp(-scaled * scaled) * lost : value);
}

HIPIFY_FUNCTION double inverse_normal_distribution(double p) { return p == 0.5 ? 0 : -inverse_erfc(2 * p) / root_half; }

/// The modified Bessel function of the first kind, order 0 or 1: its power series, for large `x` its asymptotic one.
template <int order>
HIPIFY_FUNCTION double bessel_i(double x) {
    double size = ::fabs(x), sum = 1, term = 1;
    // Infinite from 714 on.
    if (size > 720) return ::copysign(__builtin_inf(), order == 1 ? x : size);
    if (size < 30) {
        double quarter = size * size / 4;
        for (int k = 1; k < 120 && term > sum * 1e-17; ++k) {
            term *= quarter / (double(k) * (k + order));
            sum += term;
        }
        if (order == 1) sum *= size / 2;
    } else {
        for (int k = 1; k < 30; ++k) {
            double odd = 2 * k - 1;
            term *= (odd * odd - 4.0 * order * order) / (8.0 * k * size);
            sum += term;
        }
        // The root is taken of the exponential too, so that it overflows no earlier than the result.
        double half = ::exp(size / 2);
        sum *= half / ::sqrt(2 * 3.14159265358979323846 * size) * half;
    }
    return order == 1 ? ::copysign(sum, x) : sum;
}

}  // namespace hipify

#undef HIPIFY_FUNCTION

#endif
