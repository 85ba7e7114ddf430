// CUDA's mathematics that the C library has not, and its overloads for float. `HIPIFY_BY_NAME` may make them the host's alone, beside AMD's
// headers, which have the device's.
#ifndef HIPIFY_MATH_BY_NAME_H
#define HIPIFY_MATH_BY_NAME_H

#include "lengths.h"
#include "math_special.h"

#ifndef HIPIFY_BY_NAME
#define HIPIFY_BY_NAME HIPIFY_BOTH
#if defined __GLIBC__ && __GLIBC__ * 1000 + __GLIBC_MINOR__ >= 2041
// C23's functions, which the host has of the C library.
#define HIPIFY_LIBRARY_HAS_PI
#endif
#endif

// A function of one number: for double, for float with `f` at the end of its name, and overloaded for float.
#define HIPIFY_UNARY(name, wide, narrow)                                      \
    HIPIFY_BY_NAME double name(double x) { return wide; }                        \
    HIPIFY_BY_NAME float name##f(float x) { return narrow; }                     \
    HIPIFY_BY_NAME float name(float x) { return name##f(x); }

HIPIFY_UNARY(rsqrt, 1.0 / ::sqrt(x), 1.0f / ::sqrtf(x))
HIPIFY_UNARY(rcbrt, 1.0 / ::cbrt(x), 1.0f / ::cbrtf(x))
#ifdef HIPIFY_LIBRARY_HAS_PI
#define HIPIFY_UNARY_OF_PI(name, wide, narrow)                                \
    HIPIFY_DEVICE double name(double x) { return wide; }                         \
    HIPIFY_DEVICE float name##f(float x) { return narrow; }                      \
    HIPIFY_BY_NAME float name(float x) { return name##f(x); }
#else
#define HIPIFY_UNARY_OF_PI(name, wide, narrow) HIPIFY_UNARY(name, wide, narrow)
#endif
HIPIFY_UNARY_OF_PI(sinpi, hipify::sine_of_pi(x), hipify::sine_of_pi(x))
HIPIFY_UNARY_OF_PI(cospi, hipify::cosine_of_pi(x), hipify::cosine_of_pi(x))
HIPIFY_UNARY_OF_PI(tanpi, hipify::sine_of_pi(x) / hipify::cosine_of_pi(x), hipify::sine_of_pi(x) / hipify::cosine_of_pi(x))
#undef HIPIFY_UNARY_OF_PI
#undef HIPIFY_LIBRARY_HAS_PI
HIPIFY_UNARY(erfinv, hipify::inverse_erf(x), static_cast<float>(hipify::inverse_erf(x)))
HIPIFY_UNARY(erfcinv, hipify::inverse_erfc(x), static_cast<float>(hipify::inverse_erfc(x)))
HIPIFY_UNARY(erfcx, hipify::scaled_erfc(x), static_cast<float>(hipify::scaled_erfc(x)))
HIPIFY_UNARY(normcdf, hipify::normal_distribution(x), static_cast<float>(hipify::normal_distribution(x)))
HIPIFY_UNARY(normcdfinv, hipify::inverse_normal_distribution(x), static_cast<float>(hipify::inverse_normal_distribution(x)))
HIPIFY_UNARY(cyl_bessel_i0, hipify::bessel_i<0>(x), static_cast<float>(hipify::bessel_i<0>(x)))
HIPIFY_UNARY(cyl_bessel_i1, hipify::bessel_i<1>(x), static_cast<float>(hipify::bessel_i<1>(x)))
#undef HIPIFY_UNARY

HIPIFY_BY_NAME void sincospi(double x, double *sine, double *cosine) {
    *sine = sinpi(x);
    *cosine = cospi(x);
}
HIPIFY_BY_NAME void sincospif(float x, float *sine, float *cosine) {
    *sine = sinpif(x);
    *cosine = cospif(x);
}
HIPIFY_BY_NAME void sincospi(float x, float *sine, float *cosine) { sincospif(x, sine, cosine); }
HIPIFY_BY_NAME void sincos(float x, float *sine, float *cosine) {
    *sine = ::sinf(x);
    *cosine = ::cosf(x);
}
HIPIFY_BY_NAME float exp10(float x) { return ::exp10f(x); }
HIPIFY_BY_NAME float fdividef(float x, float y) { return x / y; }

#define HIPIFY_LENGTHS(T, suffix)                                                                                            \
    HIPIFY_BY_NAME T norm3d##suffix(T a, T b, T c) {                                                                           \
        const T all[] = {a, b, c};                                                                                          \
        return hipify::length(all, 3);                                                                                      \
    }                                                                                                                       \
    HIPIFY_BY_NAME T norm4d##suffix(T a, T b, T c, T d) {                                                                      \
        const T all[] = {a, b, c, d};                                                                                       \
        return hipify::length(all, 4);                                                                                      \
    }                                                                                                                       \
    HIPIFY_BY_NAME T rhypot##suffix(T a, T b) {                                                                                \
        const T all[] = {a, b};                                                                                             \
        return hipify::inverse_length(all, 2);                                                                              \
    }                                                                                                                       \
    HIPIFY_BY_NAME T rnorm3d##suffix(T a, T b, T c) {                                                                          \
        const T all[] = {a, b, c};                                                                                          \
        return hipify::inverse_length(all, 3);                                                                              \
    }                                                                                                                       \
    HIPIFY_BY_NAME T rnorm4d##suffix(T a, T b, T c, T d) {                                                                     \
        const T all[] = {a, b, c, d};                                                                                       \
        return hipify::inverse_length(all, 4);                                                                              \
    }                                                                                                                       \
    HIPIFY_BY_NAME T norm##suffix(int count, const T *all) { return hipify::length(all, count); }                              \
    HIPIFY_BY_NAME T rnorm##suffix(int count, const T *all) { return hipify::inverse_length(all, count); }
HIPIFY_LENGTHS(float, f)
HIPIFY_LENGTHS(double, )
#undef HIPIFY_LENGTHS
HIPIFY_BY_NAME float rhypot(float a, float b) { return rhypotf(a, b); }
HIPIFY_BY_NAME float norm(int count, const float *elements) { return normf(count, elements); }
HIPIFY_BY_NAME float rnorm(int count, const float *elements) { return rnormf(count, elements); }
HIPIFY_BY_NAME float norm3d(float a, float b, float c) { return norm3df(a, b, c); }
HIPIFY_BY_NAME float norm4d(float a, float b, float c, float d) { return norm4df(a, b, c, d); }
HIPIFY_BY_NAME float rnorm3d(float a, float b, float c) { return rnorm3df(a, b, c); }
HIPIFY_BY_NAME float rnorm4d(float a, float b, float c, float d) { return rnorm4df(a, b, c, d); }
#undef HIPIFY_BY_NAME

#endif
