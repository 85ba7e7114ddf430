// The steps of a division that are no plain arithmetic: scaling, the last sum, special numbers.
#ifndef HIPIFY_AMDGCN_DIVISION_H
#define HIPIFY_AMDGCN_DIVISION_H

#include <hip/hipify/amdgcn/numbers.h>

namespace hipify {

/// Of a type that divisions are made of: the power of 2 to scale by, differences of exponents from which a quotient is huge or
/// nothing, and exponents up to which a numerator is tiny. Exponents count from the least normal number's, 1.
struct division_limits {
    int scale, far, nothing, tiny, bias;
};
constexpr division_limits limits_of_floats = {64, 96, -150, 23, 127}, limits_of_doubles = {128, 768, -1075, 53, 1023},
                          limits_of_halves = {0, 0, -64, 0, 15};

/// 0 of zero and denormals, as the field in a number's bits.
template <typename T>
HIPIFY_DEVICE int exponent_field(T x, const division_limits &limits) {
    int field = exponent(static_cast<double>(x)) + limits.bias - 1;
    return x == 0 || field < 0 ? 0 : field;
}
template <typename T>
HIPIFY_DEVICE bool is_denormal(T x) {
    return x == x && x != 0 && !__builtin_isinf(x) && !__builtin_isnormal(x);
}
template <typename T>
HIPIFY_DEVICE T scaled(T x, int by) {
    return static_cast<T>(__builtin_ldexp(static_cast<double>(x), by));
}

/// V_DIV_SCALE: the numerator or the denominator, scaled where the steps after it would overflow or lose bits.
template <typename T>
HIPIFY_DEVICE T div_scale(T numerator, T denominator, bool of_numerator, bool *flag, const division_limits &limits) {
    T chosen = of_numerator ? numerator : denominator;
    *flag = false;
    if (numerator == 0 || denominator == 0) return static_cast<T>(__builtin_nan(""));
    int n = exponent_field(numerator, limits), d = exponent_field(denominator, limits);
    bool small_inverse = is_denormal(static_cast<T>(1 / denominator)), small_quotient = is_denormal(static_cast<T>(numerator / denominator));
    *flag = n - d >= limits.far || (!is_denormal(denominator) && small_quotient);
    if (n - d >= limits.far) return of_numerator ? chosen : scaled(chosen, limits.scale);
    if (is_denormal(denominator)) return scaled(chosen, limits.scale);
    // A denominator whose inverse is small becomes smaller, so that the inverse is not: alone, where the quotient is small too.
    if (small_inverse && small_quotient) return of_numerator ? chosen : scaled(chosen, -limits.scale);
    if (small_inverse) return scaled(chosen, -limits.scale);
    if (small_quotient) return of_numerator ? scaled(chosen, limits.scale) : chosen;
    return n <= limits.tiny ? scaled(chosen, limits.scale) : chosen;
}

/// V_DIV_FMAS: the sum that a scaled division ends with, with its scale undone.
template <typename T>
HIPIFY_DEVICE T div_fmas(T sum, T quotient, bool flag, const division_limits &limits) {
    if (!flag) return sum;
    return scaled(sum, exponent_field(quotient, limits) > limits.bias ? limits.scale : -limits.scale);
}

/// V_DIV_FIXUP: the quotient, or what special operands give.
template <typename T>
HIPIFY_DEVICE T div_fixup(T quotient, T denominator, T numerator, const division_limits &limits) {
    bool negative = __builtin_signbit(static_cast<double>(denominator)) != __builtin_signbit(static_cast<double>(numerator));
    T sign = static_cast<T>(negative ? -1 : 1);
    if (numerator != numerator) return numerator;
    if (denominator != denominator) return denominator;
    bool far_n = __builtin_isinf(static_cast<double>(numerator)), far_d = __builtin_isinf(static_cast<double>(denominator));
    if ((numerator == 0 && denominator == 0) || (far_n && far_d)) return static_cast<T>(-__builtin_nan(""));
    if (denominator == 0 || far_n) return sign * static_cast<T>(__builtin_inf());
    if (far_d || numerator == 0) return sign * T(0);
    if (exponent_field(numerator, limits) - exponent_field(denominator, limits) < limits.nothing) return sign * T(0);
    // The steps before have overflowed.
    if (quotient != quotient) return sign * static_cast<T>(__builtin_inf());
    return sign * static_cast<T>(__builtin_fabs(static_cast<double>(quotient)));
}

}  // namespace hipify

HIPIFY_DEVICE float __builtin_amdgcn_div_scalef(float n, float d, bool of_n, bool *flag) {
    return hipify::div_scale(n, d, of_n, flag, hipify::limits_of_floats);
}
HIPIFY_DEVICE double __builtin_amdgcn_div_scale(double n, double d, bool of_n, bool *flag) {
    return hipify::div_scale(n, d, of_n, flag, hipify::limits_of_doubles);
}
HIPIFY_DEVICE float __builtin_amdgcn_div_fmasf(float a, float b, float c, bool flag) {
    return hipify::div_fmas(__builtin_fmaf(a, b, c), c, flag, hipify::limits_of_floats);
}
HIPIFY_DEVICE double __builtin_amdgcn_div_fmas(double a, double b, double c, bool flag) {
    return hipify::div_fmas(__builtin_fma(a, b, c), c, flag, hipify::limits_of_doubles);
}
HIPIFY_DEVICE float __builtin_amdgcn_div_fixupf(float q, float d, float n) {
    return hipify::div_fixup(q, d, n, hipify::limits_of_floats);
}
HIPIFY_DEVICE double __builtin_amdgcn_div_fixup(double q, double d, double n) {
    return hipify::div_fixup(q, d, n, hipify::limits_of_doubles);
}
HIPIFY_DEVICE _Float16 __builtin_amdgcn_div_fixuph(_Float16 q, _Float16 d, _Float16 n) {
    return hipify::div_fixup(q, d, n, hipify::limits_of_halves);
}

#endif
