// Arithmetic with a named rounding: `__fadd_rz`, `__dsqrt_ru` and so on.
#ifndef HIPIFY_MATH_ROUNDING_H
#define HIPIFY_MATH_ROUNDING_H

#include "math_special.h"
#include "rounding.h"

#pragma float_control(precise, on, push)

namespace hipify {

/// What a + b, rounded to `sum`, has lost: exact (Knuth's two-sum).
template <typename T>
HIPIFY_BOTH T sum_rest(T a, T b, T sum) {
    HIPIFY_EXACT
    T b_part = sum - a, a_part = sum - b_part;
    return (a - a_part) + (b - b_part);
}

template <typename T>
HIPIFY_BOTH T sign_of(T x) {
    return x > 0 ? T(1) : x < 0 ? T(-1) : T(0);
}

HIPIFY_BOTH float fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
HIPIFY_BOTH double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }
HIPIFY_BOTH float root(float x) { return __builtin_sqrtf(x); }
HIPIFY_BOTH double root(double x) { return __builtin_sqrt(x); }

/// What lets errors of tiny numbers be computed without falling below the smallest: a power of two, its square root, and
/// below which size it is applied.
template <typename T>
struct scale;
template <>
struct scale<float> { static constexpr float up = 0x1p80f, root = 0x1p40f, below = 0x1p-60f; };
template <>
struct scale<double> { static constexpr double up = 0x1p600, root = 0x1p300, below = 0x1p-800; };

/// An infinite result of finite operands is more than the exact one; of infinite operands it is exact.
template <typename T>
HIPIFY_BOTH T overflow_rest(T result, bool exact) {
    return exact ? T(0) : -sign_of(result);
}

template <typename T>
HIPIFY_BOTH T add(T a, T b, direction to) {
    HIPIFY_EXACT
    T sum = a + b;
    if (is_infinite(sum)) return directed(sum, overflow_rest(sum, is_infinite(a) || is_infinite(b)), to);
    // Opposite numbers make the zero of the direction.
    if (sum == 0 && a != 0) return to == downward ? -T(0) : T(0);
    if (sum == 0 && a == 0 && b == 0 && to == downward) return __builtin_signbit(a) || __builtin_signbit(b) ? -T(0) : T(0);
    return directed(sum, sum_rest(a, b, sum), to);
}

/// The sign of a * b - product, where product is a * b rounded.
template <typename T>
HIPIFY_BOTH T product_rest(T a, T b, T product) {
    HIPIFY_EXACT
    if (product == 0) return sign_of(a) * sign_of(b);
    if (magnitude(product) < scale<T>::below) {
        bool scale_a = magnitude(a) <= T(1);
        return fused(scale_a ? a * scale<T>::up : a, scale_a ? b : b * scale<T>::up, -(product * scale<T>::up));
    }
    return fused(a, b, -product);
}

template <typename T>
HIPIFY_BOTH T multiply(T a, T b, direction to) {
    HIPIFY_EXACT
    T product = a * b;
    if (is_infinite(product)) return directed(product, overflow_rest(product, is_infinite(a) || is_infinite(b)), to);
    return directed(product, product_rest(a, b, product), to);
}

template <typename T>
HIPIFY_BOTH T divide(T a, T b, direction to) {
    HIPIFY_EXACT
    T quotient = a / b;
    if (is_infinite(quotient)) return directed(quotient, overflow_rest(quotient, is_infinite(a) || b == 0), to);
    if (is_infinite(b) || !(quotient == quotient)) return quotient;
    if (quotient == 0) return directed(quotient, sign_of(a) * sign_of(b), to);
    T dividend = a, divisor = b, part = quotient;
    if (magnitude(a) < scale<T>::below) {
        dividend *= scale<T>::up;
        if (magnitude(b) <= T(1)) divisor *= scale<T>::up;
        else part *= scale<T>::up;
    }
    return directed(quotient, fused(-part, divisor, dividend) * sign_of(b), to);
}

template <typename T>
HIPIFY_BOTH T square_root(T x, direction to) {
    HIPIFY_EXACT
    T result = root(x);
    if (!(x > 0) || is_infinite(x)) return result;
    T scaled = x, part = result;
    if (x < scale<T>::below) {
        scaled *= scale<T>::up;
        part *= scale<T>::root;
    }
    return directed(result, fused(-part, part, scaled), to);
}

/// The sign of a * b + c - result, the latter rounded (the error of a fused operation in three parts, Boldo and Muller 2011).
template <typename T>
HIPIFY_BOTH T fused_rest(T a, T b, T c, T result) {
    HIPIFY_EXACT
    T high = a * b;
    if (high == 0 || magnitude(high) < scale<T>::below) {
        if (a == 0 || b == 0) return T(0);
        // Beside a large addend only the product's sign counts, and how small it is.
        if (magnitude(c) >= scale<T>::root * scale<T>::below) {
            T tiny = smallest<T>(sign_of(a) != sign_of(b));
            return result == c ? tiny : (c - result) + tiny;
        }
        bool scale_a = magnitude(a) <= T(1);
        (scale_a ? a : b) *= scale<T>::up;
        c *= scale<T>::up;
        result *= scale<T>::up;
        high = a * b;
        if (high == 0) return result == c ? sign_of(a) * sign_of(b) : c - result;
    }
    if (is_infinite(high)) {
        // The product alone is too large, so that the addend is large too: nothing is lost by making all smaller.
        T once = T(1) / scale<T>::root;
        (magnitude(a) > T(1) ? a : b) *= once;
        c *= once;
        result *= once;
        high = a * b;
    }
    T low = fused(a, b, -high);
    T inner = c + low, inner_rest = sum_rest(c, low, inner);
    T outer = high + inner, outer_rest = sum_rest(high, inner, outer);
    T rest = (outer - result) + outer_rest;
    return rest + inner_rest;
}

template <typename T>
HIPIFY_BOTH T multiply_add(T a, T b, T c, direction to) {
    HIPIFY_EXACT
    T result = fused(a, b, c);
    if (is_infinite(result)) {
        return directed(result, overflow_rest(result, is_infinite(a) || is_infinite(b) || is_infinite(c)), to);
    }
    if (!(result == result)) return result;
    T rest = fused_rest(a, b, c, result);
    // A zero of two that cancel, or of two zeros of both signs, is the direction's.
    if (result == 0 && rest == 0 && to == downward) {
        bool negative = (__builtin_signbit(a) != 0) != (__builtin_signbit(b) != 0);
        return negative || __builtin_signbit(c) ? -T(0) : T(0);
    }
    return directed(result, rest, to);
}

}  // namespace hipify

// `letter` is f or d in CUDA's names. AMD's headers have those that round to nearest, which clang may fuse with others there, and
// a square root that is not rounded to nearest.
#define HIPIFY_ROUNDED(T, letter, fused_name, mode, to)                                                                  \
    HIPIFY_SUPPLIED T __##letter##add_##mode(T a, T b) { return hipify::add<T>(a, b, hipify::to); }                      \
    HIPIFY_SUPPLIED T __##letter##sub_##mode(T a, T b) { return hipify::add<T>(a, -b, hipify::to); }                     \
    HIPIFY_SUPPLIED T __##letter##mul_##mode(T a, T b) { return hipify::multiply<T>(a, b, hipify::to); }                 \
    HIPIFY_SUPPLIED T __##letter##div_##mode(T a, T b) { return hipify::divide<T>(a, b, hipify::to); }                   \
    HIPIFY_SUPPLIED T __##letter##rcp_##mode(T a) { return hipify::divide<T>(T(1), a, hipify::to); }                     \
    HIPIFY_SUPPLIED T __##letter##sqrt_##mode(T a) { return hipify::square_root<T>(a, hipify::to); }                     \
    HIPIFY_SUPPLIED T fused_name##_##mode(T a, T b, T c) { return hipify::multiply_add<T>(a, b, c, hipify::to); }
#define HIPIFY_NEAREST(T, letter, fused_name)                                                                            \
    HIPIFY_PREFERRED T __##letter##add_rn(T a, T b) { HIPIFY_EXACT return a + b; }                                       \
    HIPIFY_PREFERRED T __##letter##sub_rn(T a, T b) { HIPIFY_EXACT return a - b; }                                       \
    HIPIFY_PREFERRED T __##letter##mul_rn(T a, T b) { HIPIFY_EXACT return a * b; }                                       \
    HIPIFY_PREFERRED T __##letter##div_rn(T a, T b) { HIPIFY_EXACT return a / b; }                                       \
    HIPIFY_PREFERRED T __##letter##rcp_rn(T a) { HIPIFY_EXACT return T(1) / a; }                                         \
    HIPIFY_PREFERRED T __##letter##sqrt_rn(T a) { return hipify::root(a); }                                              \
    HIPIFY_SUPPLIED T fused_name##_rn(T a, T b, T c) { return hipify::fused(a, b, c); }                                  \
    HIPIFY_ROUNDED(T, letter, fused_name, rz, toward_zero)                                                               \
    HIPIFY_ROUNDED(T, letter, fused_name, ru, upward)                                                                    \
    HIPIFY_ROUNDED(T, letter, fused_name, rd, downward)

HIPIFY_NEAREST(float, f, __fmaf)
HIPIFY_NEAREST(double, d, __fma)
#undef HIPIFY_NEAREST
#undef HIPIFY_ROUNDED

HIPIFY_SUPPLIED float __frsqrt_rn(float x) { return static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(x))); }
HIPIFY_SUPPLIED float __fmaf_ieee_rn(float a, float b, float c) { return __fmaf_rn(a, b, c); }
HIPIFY_SUPPLIED float __fmaf_ieee_rz(float a, float b, float c) { return __fmaf_rz(a, b, c); }
HIPIFY_SUPPLIED float __fmaf_ieee_ru(float a, float b, float c) { return __fmaf_ru(a, b, c); }
HIPIFY_SUPPLIED float __fmaf_ieee_rd(float a, float b, float c) { return __fmaf_rd(a, b, c); }

#pragma float_control(pop)

#endif
