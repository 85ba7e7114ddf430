// Arithmetic, comparison and mathematics of 16-bit numbers and their pairs: for `__half` and `__hip_bfloat16` alike, through
// float, whose results, rounded once more, are those of the 16-bit operation (double for fused ones).
#ifndef HIPIFY_SIXTEEN_BIT_H
#define HIPIFY_SIXTEEN_BIT_H

#include "math.h"
#include "rounding.h"
#include "sixteen.h"

#pragma float_control(precise, on, push)

namespace hipify {

/// a * b + c, rounded once: the product is exact in double, and the sum's lost part becomes its last bit.
template <typename T>
HIPIFY_BOTH T fused_sixteen(T a, T b, T c) {
    double product = static_cast<double>(to_float(a)) * to_float(b), addend = to_float(c);
    double sum = product + addend;
    double b_part = sum - product;
    double rest = (product - (sum - b_part)) + (addend - b_part);
    long long bits;
    __builtin_memcpy(&bits, &sum, sizeof bits);
    if (rest != 0 && (bits & 1) == 0 && !is_infinite(sum)) sum = stepped(sum, (rest > 0) == (sum > 0) ? 1 : -1);
    return sixteen<T>::from_double(sum);
}

template <typename T>
HIPIFY_BOTH bool is_nan(T x) {
    return (to_bits(x) & 0x7fff) > sixteen<T>::infinity;
}

template <typename T>
HIPIFY_BOTH T saturated_sixteen(T x) {
    float number = to_float(x);
    // NaN becomes 0.
    return sixteen<T>::from_float(number > 0 ? number < 1 ? number : 1.0f : 0.0f);
}

/// The smaller or the larger; of zeros -0 is the smaller. A NaN gives way, or wins where `keep_nan`.
template <typename T>
HIPIFY_BOTH T extreme(T a, T b, bool larger, bool keep_nan) {
    if (is_nan(a) || is_nan(b)) return keep_nan || (is_nan(a) && is_nan(b)) ? sixteen<T>::from_bits(sixteen<T>::nan) : is_nan(a) ? b : a;
    float left = to_float(a), right = to_float(b);
    if (left == right) return (to_bits(a) & 0x8000) != 0 ? (larger ? b : a) : (larger ? a : b);
    return (left < right) != larger ? a : b;
}

}  // namespace hipify

#pragma float_control(pop)

#define HIPIFY_SIXTEEN_ARITHMETIC(T, T2, name, op)                                                                         \
    HIPIFY_SUPPLIED_BOTH T __h##name(T a, T b) { return hipify::sixteen<T>::from_float(hipify::to_float(a) op hipify::to_float(b)); } \
    HIPIFY_SUPPLIED_BOTH T __h##name##_rn(T a, T b) { return __h##name(a, b); }                                            \
    HIPIFY_SUPPLIED_BOTH T __h##name##_sat(T a, T b) { return hipify::saturated_sixteen(__h##name(a, b)); }                \
    HIPIFY_SUPPLIED_BOTH T2 __h##name##2(T2 a, T2 b) { return T2(__h##name(T(a.x), T(b.x)), __h##name(T(a.y), T(b.y))); }  \
    HIPIFY_SUPPLIED_BOTH T2 __h##name##2_rn(T2 a, T2 b) { return __h##name##2(a, b); }                                     \
    HIPIFY_SUPPLIED_BOTH T2 __h##name##2_sat(T2 a, T2 b) { return T2(__h##name##_sat(T(a.x), T(b.x)), __h##name##_sat(T(a.y), T(b.y))); }
#define HIPIFY_SIXTEEN_SIGN(T, T2, name, op)                                                                               \
    HIPIFY_BOTH T operator op(const T &a, const T &b) { return __h##name(a, b); }                                          \
    HIPIFY_BOTH T2 operator op(const T2 &a, const T2 &b) { return T2(__h##name(a.x, b.x), __h##name(a.y, b.y)); }          \
    HIPIFY_BOTH T &operator op##=(T &a, const T &b) { return a = __h##name(a, b); }                                        \
    HIPIFY_BOTH T2 &operator op##=(T2 &a, const T2 &b) { return a = T2(__h##name(a.x, b.x), __h##name(a.y, b.y)); }

// Ordered comparisons are false where a NaN is, those with `u` true; `__hb` asks for both numbers of a pair.
#define HIPIFY_SIXTEEN_COMPARISON(T, T2, name, op)                                                                         \
    HIPIFY_SUPPLIED_BOTH bool __h##name(T a, T b) { return hipify::to_float(a) op hipify::to_float(b) && !hipify::is_nan(a) && !hipify::is_nan(b); } \
    HIPIFY_SUPPLIED_BOTH bool __h##name##u(T a, T b) { return hipify::to_float(a) op hipify::to_float(b) || hipify::is_nan(a) || hipify::is_nan(b); } \
    HIPIFY_SUPPLIED_BOTH bool __hb##name##2(T2 a, T2 b) { return __h##name(T(a.x), T(b.x)) && __h##name(T(a.y), T(b.y)); } \
    HIPIFY_SUPPLIED_BOTH bool __hb##name##u2(T2 a, T2 b) { return __h##name##u(T(a.x), T(b.x)) && __h##name##u(T(a.y), T(b.y)); } \
    HIPIFY_SUPPLIED_BOTH T2 __h##name##2(T2 a, T2 b) { return hipify::pair_of_truths<T2, T>(__h##name(T(a.x), T(b.x)), __h##name(T(a.y), T(b.y))); } \
    HIPIFY_SUPPLIED_BOTH T2 __h##name##u2(T2 a, T2 b) { return hipify::pair_of_truths<T2, T>(__h##name##u(T(a.x), T(b.x)), __h##name##u(T(a.y), T(b.y))); } \
    HIPIFY_SUPPLIED_BOTH unsigned int __h##name##2_mask(T2 a, T2 b) {                                                      \
        return (__h##name(T(a.x), T(b.x)) ? 0xffffu : 0) | (__h##name(T(a.y), T(b.y)) ? 0xffff0000u : 0);                  \
    }                                                                                                                      \
    HIPIFY_SUPPLIED_BOTH unsigned int __h##name##u2_mask(T2 a, T2 b) {                                                     \
        return (__h##name##u(T(a.x), T(b.x)) ? 0xffffu : 0) | (__h##name##u(T(a.y), T(b.y)) ? 0xffff0000u : 0);            \
    }
#define HIPIFY_SIXTEEN_RELATION(T, name, op)                                                                               \
    HIPIFY_BOTH bool operator op(const T &a, const T &b) { return hipify::to_float(a) op hipify::to_float(b); }

#define HIPIFY_SIXTEEN_FUNCTION(T, T2, name, expression)                                                                   \
    HIPIFY_SUPPLIED_BOTH T h##name(T number) {                                                                             \
        float x = hipify::to_float(number);                                                                                \
        return hipify::sixteen<T>::from_float(expression);                                                                 \
    }                                                                                                                      \
    HIPIFY_SUPPLIED_BOTH T2 h2##name(T2 pair) { return T2(h##name(T(pair.x)), h##name(T(pair.y))); }

#define HIPIFY_SIXTEEN_EXTREME(T, T2, name, larger)                                                                        \
    HIPIFY_SUPPLIED_BOTH T __h##name(T a, T b) { return hipify::extreme(a, b, larger, false); }                            \
    HIPIFY_SUPPLIED_BOTH T __h##name##_nan(T a, T b) { return hipify::extreme(a, b, larger, true); }                       \
    HIPIFY_SUPPLIED_BOTH T2 __h##name##2(T2 a, T2 b) { return T2(__h##name(T(a.x), T(b.x)), __h##name(T(a.y), T(b.y))); }  \
    HIPIFY_SUPPLIED_BOTH T2 __h##name##2_nan(T2 a, T2 b) { return T2(__h##name##_nan(T(a.x), T(b.x)), __h##name##_nan(T(a.y), T(b.y))); }

namespace hipify {

template <typename T2, typename T>
HIPIFY_BOTH T2 pair_of_truths(bool low, bool high) {
    return T2(sixteen<T>::from_bits(low ? sixteen<T>::one : 0), sixteen<T>::from_bits(high ? sixteen<T>::one : 0));
}

}  // namespace hipify

// Functions: beside AMD's headers those that they lack.
#define HIPIFY_SIXTEEN_FUNCTIONS(T, T2)                                                                                    \
    HIPIFY_SIXTEEN_ARITHMETIC(T, T2, add, +)                                                                               \
    HIPIFY_SIXTEEN_ARITHMETIC(T, T2, sub, -)                                                                               \
    HIPIFY_SIXTEEN_ARITHMETIC(T, T2, mul, *)                                                                               \
    HIPIFY_SIXTEEN_ARITHMETIC(T, T2, div, /)                                                                               \
    HIPIFY_SUPPLIED_BOTH T2 __h2div(T2 a, T2 b) { return __hdiv2(a, b); }                                                  \
    HIPIFY_SIXTEEN_COMPARISON(T, T2, eq, ==)                                                                               \
    HIPIFY_SIXTEEN_COMPARISON(T, T2, ne, !=)                                                                               \
    HIPIFY_SIXTEEN_COMPARISON(T, T2, lt, <)                                                                                \
    HIPIFY_SIXTEEN_COMPARISON(T, T2, le, <=)                                                                               \
    HIPIFY_SIXTEEN_COMPARISON(T, T2, gt, >)                                                                                \
    HIPIFY_SIXTEEN_COMPARISON(T, T2, ge, >=)                                                                               \
    HIPIFY_SIXTEEN_EXTREME(T, T2, min, false)                                                                              \
    HIPIFY_SIXTEEN_EXTREME(T, T2, max, true)                                                                               \
    HIPIFY_SUPPLIED_BOTH T __hneg(T a) { return hipify::sixteen<T>::from_bits(static_cast<unsigned short>(hipify::to_bits(a) ^ 0x8000)); } \
    HIPIFY_SUPPLIED_BOTH T __habs(T a) { return hipify::sixteen<T>::from_bits(static_cast<unsigned short>(hipify::to_bits(a) & 0x7fff)); } \
    HIPIFY_SUPPLIED_BOTH T2 __hneg2(T2 a) { return T2(__hneg(T(a.x)), __hneg(T(a.y))); }                                   \
    HIPIFY_SUPPLIED_BOTH T2 __habs2(T2 a) { return T2(__habs(T(a.x)), __habs(T(a.y))); }                                   \
    HIPIFY_SUPPLIED_BOTH T __hfma(T a, T b, T c) { return hipify::fused_sixteen(a, b, c); }                                \
    HIPIFY_SUPPLIED_BOTH T __hfma_sat(T a, T b, T c) { return hipify::saturated_sixteen(__hfma(a, b, c)); }                \
    HIPIFY_SUPPLIED_BOTH T __hfma_relu(T a, T b, T c) {                                                                    \
        return hipify::extreme(__hfma(a, b, c), hipify::sixteen<T>::from_bits(0), true, true);                             \
    }                                                                                                                      \
    HIPIFY_SUPPLIED_BOTH T2 __hfma2(T2 a, T2 b, T2 c) { return T2(__hfma(T(a.x), T(b.x), T(c.x)), __hfma(T(a.y), T(b.y), T(c.y))); } \
    HIPIFY_SUPPLIED_BOTH T2 __hfma2_sat(T2 a, T2 b, T2 c) { return T2(__hfma_sat(T(a.x), T(b.x), T(c.x)), __hfma_sat(T(a.y), T(b.y), T(c.y))); } \
    HIPIFY_SUPPLIED_BOTH T2 __hfma2_relu(T2 a, T2 b, T2 c) { return T2(__hfma_relu(T(a.x), T(b.x), T(c.x)), __hfma_relu(T(a.y), T(b.y), T(c.y))); } \
    /* Pairs as complex numbers. */                                                                                        \
    HIPIFY_SUPPLIED_BOTH T2 __hcmadd(T2 a, T2 b, T2 c) {                                                                   \
        T real = __hfma(T(a.x), T(b.x), T(c.x)), imaginary = __hfma(T(a.x), T(b.y), T(c.y));                               \
        return T2(__hfma(__hneg(T(a.y)), T(b.y), real), __hfma(T(a.y), T(b.x), imaginary));                                \
    }                                                                                                                      \
    HIPIFY_SUPPLIED_BOTH bool __hisnan(T a) { return hipify::is_nan(a); }                                                  \
    HIPIFY_SUPPLIED_BOTH int __hisinf(T a) {                                                                               \
        return (hipify::to_bits(a) & 0x7fff) != hipify::sixteen<T>::infinity ? 0 : hipify::to_bits(a) & 0x8000 ? -1 : 1;   \
    }                                                                                                                      \
    HIPIFY_SUPPLIED_BOTH T2 __hisnan2(T2 a) { return hipify::pair_of_truths<T2, T>(__hisnan(T(a.x)), __hisnan(T(a.y))); }  \
    HIPIFY_SUPPLIED_BOTH T2 __hisinf2(T2 a) { return hipify::pair_of_truths<T2, T>(__hisinf(T(a.x)) != 0, __hisinf(T(a.y)) != 0); } \
    HIPIFY_SUPPLIED_BOTH T2 __lowhigh2highlow(T2 a) { return T2(T(a.y), T(a.x)); }                                         \
    HIPIFY_SIXTEEN_FUNCTION(T, T2, ceil, ::ceilf(x))                                                                       \
    HIPIFY_SIXTEEN_FUNCTION(T, T2, cos, ::cosf(x))                                                                         \
    HIPIFY_SIXTEEN_FUNCTION(T, T2, exp, ::expf(x))                                                                         \
    HIPIFY_SIXTEEN_FUNCTION(T, T2, exp10, ::exp10f(x))                                                                     \
    HIPIFY_SIXTEEN_FUNCTION(T, T2, exp2, ::exp2f(x))                                                                       \
    HIPIFY_SIXTEEN_FUNCTION(T, T2, floor, ::floorf(x))                                                                     \
    HIPIFY_SIXTEEN_FUNCTION(T, T2, log, ::logf(x))                                                                         \
    HIPIFY_SIXTEEN_FUNCTION(T, T2, log10, ::log10f(x))                                                                     \
    HIPIFY_SIXTEEN_FUNCTION(T, T2, log2, ::log2f(x))                                                                       \
    HIPIFY_SIXTEEN_FUNCTION(T, T2, rcp, 1.0f / x)                                                                          \
    HIPIFY_SIXTEEN_FUNCTION(T, T2, rint, ::rintf(x))                                                                       \
    HIPIFY_SIXTEEN_FUNCTION(T, T2, rsqrt, 1.0f / ::sqrtf(x))                                                               \
    HIPIFY_SIXTEEN_FUNCTION(T, T2, sin, ::sinf(x))                                                                         \
    HIPIFY_SIXTEEN_FUNCTION(T, T2, sqrt, ::sqrtf(x))                                                                       \
    HIPIFY_SIXTEEN_FUNCTION(T, T2, tanh, ::tanhf(x))                                                                       \
    HIPIFY_SIXTEEN_FUNCTION(T, T2, tanh_approx, ::tanhf(x))                                                                \
    HIPIFY_SIXTEEN_FUNCTION(T, T2, trunc, ::truncf(x))

// Operators: AMD's headers have them.
#define HIPIFY_SIXTEEN_OPERATORS(T, T2)                                                                                    \
    HIPIFY_SIXTEEN_SIGN(T, T2, add, +)                                                                                     \
    HIPIFY_SIXTEEN_SIGN(T, T2, sub, -)                                                                                     \
    HIPIFY_SIXTEEN_SIGN(T, T2, mul, *)                                                                                     \
    HIPIFY_SIXTEEN_SIGN(T, T2, div, /)                                                                                     \
    HIPIFY_SIXTEEN_RELATION(T, eq, ==)                                                                                     \
    HIPIFY_SIXTEEN_RELATION(T, ne, !=)                                                                                     \
    HIPIFY_SIXTEEN_RELATION(T, lt, <)                                                                                      \
    HIPIFY_SIXTEEN_RELATION(T, le, <=)                                                                                     \
    HIPIFY_SIXTEEN_RELATION(T, gt, >)                                                                                      \
    HIPIFY_SIXTEEN_RELATION(T, ge, >=)                                                                                     \
    HIPIFY_BOTH bool operator==(const T2 &a, const T2 &b) { return a.x == b.x && a.y == b.y; }                             \
    /* As CUDA has it: both parts differ. */                                                                               \
    HIPIFY_BOTH bool operator!=(const T2 &a, const T2 &b) { return a.x != b.x && a.y != b.y; }                             \
    HIPIFY_BOTH bool operator<(const T2 &a, const T2 &b) { return a.x < b.x && a.y < b.y; }                                \
    HIPIFY_BOTH bool operator<=(const T2 &a, const T2 &b) { return a.x <= b.x && a.y <= b.y; }                             \
    HIPIFY_BOTH bool operator>(const T2 &a, const T2 &b) { return a.x > b.x && a.y > b.y; }                                \
    HIPIFY_BOTH bool operator>=(const T2 &a, const T2 &b) { return a.x >= b.x && a.y >= b.y; }                             \
    template <typename A, hipify::if_same<A, T> = 0>                                                                       \
    HIPIFY_BOTH T operator+(const A &a) { return a; }                                                                      \
    template <typename A, hipify::if_same<A, T> = 0>                                                                       \
    HIPIFY_BOTH T operator-(const A &a) { return __hneg(a); }                                                              \
    template <typename A, hipify::if_same<A, T2> = 0>                                                                      \
    HIPIFY_BOTH T2 operator+(const A &a) { return a; }                                                                     \
    template <typename A, hipify::if_same<A, T2> = 0>                                                                      \
    HIPIFY_BOTH T2 operator-(const A &a) { return __hneg2(a); }                                                            \
    HIPIFY_BOTH T &operator++(T &a) { return a = a + hipify::sixteen<T>::from_float(1); }                                  \
    HIPIFY_BOTH T &operator--(T &a) { return a = a - hipify::sixteen<T>::from_float(1); }                                  \
    HIPIFY_BOTH T operator++(T &a, int) { T before = a; ++a; return before; }                                              \
    HIPIFY_BOTH T operator--(T &a, int) { T before = a; --a; return before; }                                              \
    HIPIFY_BOTH T2 &operator++(T2 &a) { ++a.x; ++a.y; return a; }                                                          \
    HIPIFY_BOTH T2 &operator--(T2 &a) { --a.x; --a.y; return a; }                                                          \
    HIPIFY_BOTH T2 operator++(T2 &a, int) { T2 before = a; ++a; return before; }                                           \
    HIPIFY_BOTH T2 operator--(T2 &a, int) { T2 before = a; --a; return before; }

#define HIPIFY_SIXTEEN_BIT(T, T2)                                                                                          \
    HIPIFY_SIXTEEN_FUNCTIONS(T, T2)                                                                                        \
    HIPIFY_SIXTEEN_OPERATORS(T, T2)

#endif
