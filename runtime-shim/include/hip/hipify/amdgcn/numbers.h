// Approximate functions, parts and classes of numbers.
#ifndef HIPIFY_AMDGCN_NUMBERS_H
#define HIPIFY_AMDGCN_NUMBERS_H

#include <hip/hipify/math.h>

namespace hipify {

/// Bits of a class mask: signaling NaN, quiet NaN, -infinity, negative normal, denormal and zero, and the positive ones upwards.
template <typename T, typename Bits>
HIPIFY_DEVICE int class_bit(T value, Bits quiet) {
    if (value != value) return (__builtin_bit_cast(Bits, value) & quiet) != 0 ? 1 : 0;
    bool negative = __builtin_signbit(static_cast<double>(value)) != 0;
    int kind = __builtin_isinf(value) ? 3 : value == 0 ? 0 : __builtin_isnormal(value) ? 2 : 1;
    return negative ? 5 - kind : 6 + kind;
}

/// The number between two others; with a NaN among them the least one, as V_MED3.
template <typename T>
HIPIFY_DEVICE T middle(T a, T b, T c) {
    auto least = [](T x, T y) { return x != x ? y : y != y ? x : x < y ? x : y; };
    auto most = [](T x, T y) { return x < y ? y : x; };
    if (a != a || b != b || c != c) return least(least(a, b), c);
    return most(least(a, b), least(most(a, b), c));
}

/// What is behind the point, below 1 also for numbers that round up to it.
template <typename T>
HIPIFY_DEVICE T fraction(T value, T below_one) {
    if (value != value) return value;
    T rest = value - static_cast<T>(__builtin_floor(static_cast<double>(value)));
    return __builtin_isinf(value) ? T(0) : rest < below_one ? rest : below_one;
}

HIPIFY_DEVICE int exponent(double value) {
    if (value != value || __builtin_isinf(value)) return 0;
    int result = 0;
    (void)__builtin_frexp(value, &result);
    return result;
}
HIPIFY_DEVICE double mantissa(double value) {
    int unused = 0;
    return value != value || __builtin_isinf(value) ? value : __builtin_frexp(value, &unused);
}

/// Infinite results as the largest number.
template <typename T>
HIPIFY_DEVICE T clamped(T value, T largest) {
    return __builtin_isinf(value) ? (value < 0 ? -largest : largest) : value;
}

constexpr double tau = 6.283185307179586;

}  // namespace hipify

// GPUs answer within one unit in the last place or so; here all are rounded.
#define HIPIFY_AMDGCN_ROOTS(suffix, T)                                                                                      \
    HIPIFY_DEVICE T __builtin_amdgcn_rcp##suffix(T x) { return static_cast<T>(T(1) / x); }                                \
    HIPIFY_DEVICE T __builtin_amdgcn_sqrt##suffix(T x) { return static_cast<T>(__builtin_sqrt(static_cast<double>(x))); } \
    HIPIFY_DEVICE T __builtin_amdgcn_rsq##suffix(T x) { return static_cast<T>(1 / __builtin_sqrt(static_cast<double>(x))); } \
    HIPIFY_DEVICE T __builtin_amdgcn_ldexp##suffix(T x, int by) { return static_cast<T>(__builtin_ldexp(static_cast<double>(x), by)); } \
    HIPIFY_DEVICE T __builtin_amdgcn_frexp_mant##suffix(T x) { return static_cast<T>(hipify::mantissa(static_cast<double>(x))); }
HIPIFY_AMDGCN_ROOTS(, double)
HIPIFY_AMDGCN_ROOTS(f, float)
HIPIFY_AMDGCN_ROOTS(h, _Float16)
#undef HIPIFY_AMDGCN_ROOTS

HIPIFY_DEVICE double __builtin_amdgcn_rsq_clamp(double x) { return hipify::clamped(__builtin_amdgcn_rsq(x), __DBL_MAX__); }
HIPIFY_DEVICE float __builtin_amdgcn_rsq_clampf(float x) { return hipify::clamped(__builtin_amdgcn_rsqf(x), __FLT_MAX__); }

HIPIFY_DEVICE int __builtin_amdgcn_frexp_exp(double x) { return hipify::exponent(x); }
HIPIFY_DEVICE int __builtin_amdgcn_frexp_expf(float x) { return hipify::exponent(x); }
HIPIFY_DEVICE short __builtin_amdgcn_frexp_exph(_Float16 x) { return static_cast<short>(hipify::exponent(static_cast<double>(x))); }

HIPIFY_DEVICE double __builtin_amdgcn_fract(double x) { return hipify::fraction(x, 0x1.fffffffffffffp-1); }
HIPIFY_DEVICE float __builtin_amdgcn_fractf(float x) { return hipify::fraction(x, 0x1.fffffep-1f); }
HIPIFY_DEVICE _Float16 __builtin_amdgcn_fracth(_Float16 x) { return hipify::fraction(x, static_cast<_Float16>(0x1.ffcp-1)); }

// Powers and logarithms of 2; of angles the unit is a turn.
HIPIFY_DEVICE float __builtin_amdgcn_exp2f(float x) { return __builtin_exp2f(x); }
HIPIFY_DEVICE float __builtin_amdgcn_logf(float x) { return __builtin_log2f(x); }
HIPIFY_DEVICE float __builtin_amdgcn_log_clampf(float x) { return hipify::clamped(__builtin_log2f(x), __FLT_MAX__); }
HIPIFY_DEVICE float __builtin_amdgcn_sinf(float x) { return static_cast<float>(__builtin_sin(hipify::tau * static_cast<double>(x))); }
HIPIFY_DEVICE float __builtin_amdgcn_cosf(float x) { return static_cast<float>(__builtin_cos(hipify::tau * static_cast<double>(x))); }
HIPIFY_DEVICE _Float16 __builtin_amdgcn_sinh(_Float16 x) { return static_cast<_Float16>(__builtin_sin(hipify::tau * static_cast<double>(x))); }
HIPIFY_DEVICE _Float16 __builtin_amdgcn_cosh(_Float16 x) { return static_cast<_Float16>(__builtin_cos(hipify::tau * static_cast<double>(x))); }

HIPIFY_DEVICE bool __builtin_amdgcn_class(double x, int mask) {
    return (mask >> hipify::class_bit(x, 0x8000000000000ull) & 1) != 0;
}
HIPIFY_DEVICE bool __builtin_amdgcn_classf(float x, int mask) { return (mask >> hipify::class_bit(x, 0x400000u) & 1) != 0; }
HIPIFY_DEVICE bool __builtin_amdgcn_classh(_Float16 x, int mask) {
    return (mask >> hipify::class_bit(x, static_cast<unsigned short>(0x200)) & 1) != 0;
}

HIPIFY_DEVICE float __builtin_amdgcn_fmed3f(float a, float b, float c) { return hipify::middle(a, b, c); }
HIPIFY_DEVICE _Float16 __builtin_amdgcn_fmed3h(_Float16 a, _Float16 b, _Float16 c) { return hipify::middle(a, b, c); }

#endif
