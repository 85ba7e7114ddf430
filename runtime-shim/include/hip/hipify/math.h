// CUDA's mathematics: what the C library has not, overloads for float, minima and maxima.
#ifndef HIPIFY_MATH_H
#define HIPIFY_MATH_H

#include <hip/hipify/standard.h>
#include <hip/hipify/extremes.h>
#include <hip/hipify/lengths.h>
#include <hip/hipify/math_special.h>
#include <hip/hipify/math_fast.h>
#include <hip/hipify/math_rounding.h>

// A function of one number: for double, for float with `f` at the end of its name, and overloaded for float.
#define HIPIFY_UNARY(name, wide, narrow)                                      \
    HIPIFY_BOTH double name(double x) { return wide; }                        \
    HIPIFY_BOTH float name##f(float x) { return narrow; }                     \
    HIPIFY_BOTH float name(float x) { return name##f(x); }

HIPIFY_UNARY(rsqrt, 1.0 / ::sqrt(x), 1.0f / ::sqrtf(x))
HIPIFY_UNARY(rcbrt, 1.0 / ::cbrt(x), 1.0f / ::cbrtf(x))
HIPIFY_UNARY(sinpi, hipify::sine_of_pi(x), hipify::sine_of_pi(x))
HIPIFY_UNARY(cospi, hipify::cosine_of_pi(x), hipify::cosine_of_pi(x))
HIPIFY_UNARY(tanpi, hipify::sine_of_pi(x) / hipify::cosine_of_pi(x), hipify::sine_of_pi(x) / hipify::cosine_of_pi(x))
HIPIFY_UNARY(erfinv, hipify::inverse_erf(x), static_cast<float>(hipify::inverse_erf(x)))
HIPIFY_UNARY(erfcinv, hipify::inverse_erfc(x), static_cast<float>(hipify::inverse_erfc(x)))
HIPIFY_UNARY(erfcx, hipify::scaled_erfc(x), static_cast<float>(hipify::scaled_erfc(x)))
HIPIFY_UNARY(normcdf, hipify::normal_distribution(x), static_cast<float>(hipify::normal_distribution(x)))
HIPIFY_UNARY(normcdfinv, hipify::inverse_normal_distribution(x), static_cast<float>(hipify::inverse_normal_distribution(x)))
HIPIFY_UNARY(cyl_bessel_i0, hipify::bessel_i<0>(x), static_cast<float>(hipify::bessel_i<0>(x)))
HIPIFY_UNARY(cyl_bessel_i1, hipify::bessel_i<1>(x), static_cast<float>(hipify::bessel_i<1>(x)))
#undef HIPIFY_UNARY

HIPIFY_BOTH void sincospi(double x, double *sine, double *cosine) {
    *sine = sinpi(x);
    *cosine = cospi(x);
}
HIPIFY_BOTH void sincospif(float x, float *sine, float *cosine) {
    *sine = sinpif(x);
    *cosine = cospif(x);
}
HIPIFY_BOTH void sincospi(float x, float *sine, float *cosine) { sincospif(x, sine, cosine); }
HIPIFY_BOTH void sincos(float x, float *sine, float *cosine) {
    *sine = ::sinf(x);
    *cosine = ::cosf(x);
}
// CUDA raises floats to whole powers in float; the C++ library would in double.
HIPIFY_DEVICE float pow(float x, int n) { return ::powf(x, static_cast<float>(n)); }
HIPIFY_DEVICE float powif(float x, int n) { return ::powf(x, static_cast<float>(n)); }
HIPIFY_DEVICE double powi(double x, int n) { return ::pow(x, static_cast<double>(n)); }
HIPIFY_BOTH float exp10(float x) { return ::exp10f(x); }
HIPIFY_BOTH float fdividef(float x, float y) { return x / y; }

#define HIPIFY_LENGTHS(T, suffix)                                                                                            \
    HIPIFY_BOTH T norm3d##suffix(T a, T b, T c) {                                                                           \
        const T all[] = {a, b, c};                                                                                          \
        return hipify::length(all, 3);                                                                                      \
    }                                                                                                                       \
    HIPIFY_BOTH T norm4d##suffix(T a, T b, T c, T d) {                                                                      \
        const T all[] = {a, b, c, d};                                                                                       \
        return hipify::length(all, 4);                                                                                      \
    }                                                                                                                       \
    HIPIFY_BOTH T rhypot##suffix(T a, T b) {                                                                                \
        const T all[] = {a, b};                                                                                             \
        return hipify::inverse_length(all, 2);                                                                              \
    }                                                                                                                       \
    HIPIFY_BOTH T rnorm3d##suffix(T a, T b, T c) {                                                                          \
        const T all[] = {a, b, c};                                                                                          \
        return hipify::inverse_length(all, 3);                                                                              \
    }                                                                                                                       \
    HIPIFY_BOTH T rnorm4d##suffix(T a, T b, T c, T d) {                                                                     \
        const T all[] = {a, b, c, d};                                                                                       \
        return hipify::inverse_length(all, 4);                                                                              \
    }                                                                                                                       \
    HIPIFY_BOTH T norm##suffix(int count, const T *all) { return hipify::length(all, count); }                              \
    HIPIFY_BOTH T rnorm##suffix(int count, const T *all) { return hipify::inverse_length(all, count); }
HIPIFY_LENGTHS(float, f)
HIPIFY_LENGTHS(double, )
#undef HIPIFY_LENGTHS
HIPIFY_BOTH float rhypot(float a, float b) { return rhypotf(a, b); }
HIPIFY_BOTH float norm(int count, const float *elements) { return normf(count, elements); }
HIPIFY_BOTH float rnorm(int count, const float *elements) { return rnormf(count, elements); }
HIPIFY_BOTH float norm3d(float a, float b, float c) { return norm3df(a, b, c); }
HIPIFY_BOTH float norm4d(float a, float b, float c, float d) { return norm4df(a, b, c, d); }
HIPIFY_BOTH float rnorm3d(float a, float b, float c) { return rnorm3df(a, b, c); }
HIPIFY_BOTH float rnorm4d(float a, float b, float c, float d) { return rnorm4df(a, b, c, d); }

// Bessel functions of a negative order, which CUDA has not, and of float.
HIPIFY_DEVICE double jn(int order, double x) { return order < 0 ? __builtin_nan("") : __hipify_jn(order, x); }
HIPIFY_DEVICE double yn(int order, double x) { return order < 0 ? __builtin_nan("") : __hipify_yn(order, x); }
HIPIFY_DEVICE float jnf(int order, float x) { return order < 0 ? __builtin_nanf("") : __hipify_jnf(order, x); }
HIPIFY_DEVICE float ynf(int order, float x) { return order < 0 ? __builtin_nanf("") : __hipify_ynf(order, x); }
HIPIFY_DEVICE float j0(float x) { return ::j0f(x); }
HIPIFY_DEVICE float j1(float x) { return ::j1f(x); }
HIPIFY_DEVICE float jn(int order, float x) { return ::jnf(order, x); }
HIPIFY_DEVICE float y0(float x) { return ::y0f(x); }
HIPIFY_DEVICE float y1(float x) { return ::y1f(x); }
HIPIFY_DEVICE float yn(int order, float x) { return ::ynf(order, x); }

#include "extremes_by_name.h"

#endif
