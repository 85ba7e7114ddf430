// Functions of the C library that kernels may call, declared for the device: the same functions run there.
#ifndef HIPIFY_C_LIBRARY_H
#define HIPIFY_C_LIBRARY_H

#include <hip/hipify/qualifiers.h>

extern "C" {

#define HIPIFY_C __device__ __attribute__((nothrow))

// One float in, one out, and the same for double.
#define HIPIFY_UNARY(name) \
    HIPIFY_C float name##f(float); \
    HIPIFY_C double name(double);
#define HIPIFY_BINARY(name) \
    HIPIFY_C float name##f(float, float); \
    HIPIFY_C double name(double, double);

HIPIFY_UNARY(acos)
HIPIFY_UNARY(acosh)
HIPIFY_UNARY(asin)
HIPIFY_UNARY(asinh)
HIPIFY_UNARY(atan)
HIPIFY_UNARY(atanh)
HIPIFY_UNARY(cbrt)
HIPIFY_UNARY(ceil)
HIPIFY_UNARY(cos)
HIPIFY_UNARY(cosh)
HIPIFY_UNARY(erf)
HIPIFY_UNARY(erfc)
HIPIFY_UNARY(exp)
HIPIFY_UNARY(exp10)
HIPIFY_UNARY(exp2)
HIPIFY_UNARY(expm1)
HIPIFY_UNARY(fabs)
HIPIFY_UNARY(floor)
HIPIFY_UNARY(j0)
HIPIFY_UNARY(j1)
HIPIFY_UNARY(lgamma)
HIPIFY_UNARY(log)
HIPIFY_UNARY(log10)
HIPIFY_UNARY(log1p)
HIPIFY_UNARY(log2)
HIPIFY_UNARY(logb)
HIPIFY_UNARY(nearbyint)
HIPIFY_UNARY(rint)
HIPIFY_UNARY(round)
HIPIFY_UNARY(sin)
HIPIFY_UNARY(sinh)
HIPIFY_UNARY(sqrt)
HIPIFY_UNARY(tan)
HIPIFY_UNARY(tanh)
HIPIFY_UNARY(tgamma)
HIPIFY_UNARY(trunc)
HIPIFY_UNARY(y0)
HIPIFY_UNARY(y1)
HIPIFY_BINARY(atan2)
HIPIFY_BINARY(copysign)
HIPIFY_BINARY(fdim)
HIPIFY_BINARY(fmax)
HIPIFY_BINARY(fmin)
HIPIFY_BINARY(fmod)
HIPIFY_BINARY(hypot)
HIPIFY_BINARY(nextafter)
HIPIFY_BINARY(pow)
HIPIFY_BINARY(remainder)

#undef HIPIFY_UNARY
#undef HIPIFY_BINARY

HIPIFY_C float fmaf(float, float, float);
HIPIFY_C double fma(double, double, double);
HIPIFY_C float frexpf(float, int *);
HIPIFY_C double frexp(double, int *);
HIPIFY_C int ilogbf(float);
HIPIFY_C int ilogb(double);
HIPIFY_C float __hipify_jnf(int, float) __asm__("jnf");
HIPIFY_C double __hipify_jn(int, double) __asm__("jn");
HIPIFY_C float __hipify_ynf(int, float) __asm__("ynf");
HIPIFY_C double __hipify_yn(int, double) __asm__("yn");
HIPIFY_C float ldexpf(float, int);
HIPIFY_C double ldexp(double, int);
HIPIFY_DEVICE long long llrintf(float);
HIPIFY_DEVICE long long llrint(double);
HIPIFY_DEVICE long long llroundf(float);
HIPIFY_DEVICE long long llround(double);
HIPIFY_DEVICE long lrintf(float);
HIPIFY_DEVICE long lrint(double);
HIPIFY_DEVICE long lroundf(float);
HIPIFY_DEVICE long lround(double);
HIPIFY_C float modff(float, float *);
HIPIFY_C double modf(double, double *);
HIPIFY_C float nanf(const char *);
HIPIFY_C double nan(const char *);
HIPIFY_C float remquof(float, float, int *);
HIPIFY_C double remquo(double, double, int *);
HIPIFY_C float scalblnf(float, long);
HIPIFY_C double scalbln(double, long);
HIPIFY_C float scalbnf(float, int);
HIPIFY_C double scalbn(double, int);
HIPIFY_C int finite(double);
HIPIFY_C int finitef(float);

HIPIFY_C int abs(int);
HIPIFY_C long labs(long);
HIPIFY_C long long llabs(long long);
HIPIFY_C div_t div(int, int);
HIPIFY_C ldiv_t ldiv(long, long);
HIPIFY_C lldiv_t lldiv(long long, long long);

HIPIFY_C void *malloc(size_t);
HIPIFY_C void *calloc(size_t, size_t);
HIPIFY_C void *realloc(void *, size_t);
HIPIFY_C void free(void *);
HIPIFY_C __attribute__((noreturn)) void abort();

HIPIFY_C void *memcpy(void *, const void *, size_t);
HIPIFY_C void *memmove(void *, const void *, size_t);
HIPIFY_C void *memset(void *, int, size_t);
HIPIFY_C int memcmp(const void *, const void *, size_t);
HIPIFY_C size_t strlen(const char *);
HIPIFY_C int strcmp(const char *, const char *);
HIPIFY_C int strncmp(const char *, const char *, size_t);
HIPIFY_C char *strcpy(char *, const char *);
HIPIFY_C char *strncpy(char *, const char *, size_t);
HIPIFY_C char *strcat(char *, const char *);

// What a kernel prints comes out when the host waits for it, and an assertion names block and thread: the runtime's.
#ifdef HIPIFY_BUFFERED_PRINTF
HIPIFY_C __attribute__((format(printf, 1, 2))) int printf(const char *, ...) __asm__("__hipify_printf_buffered");
#else
HIPIFY_C __attribute__((format(printf, 1, 2))) int printf(const char *, ...) __asm__("__hipify_printf");
#endif
HIPIFY_C __attribute__((noreturn)) void __assert_fail(const char *, const char *, unsigned int, const char *)
    __asm__("__hipify_assert_fail");
HIPIFY_C clock_t clock() __asm__("__hipify_clock");

#undef HIPIFY_C

// Apart, as vector libraries have them.
HIPIFY_DEVICE void sincosf(float x, float *sine, float *cosine) {
    *sine = sinf(x);
    *cosine = cosf(x);
}
HIPIFY_DEVICE void sincos(double x, double *sine, double *cosine) {
    *sine = sin(x);
    *cosine = cos(x);
}
}

#if defined(__GLIBCXX__) && _GLIBCXX_RELEASE < 14
// libstdc++ has these names from 14 on, clang's headers for HIP with every release.
namespace std {
using ::acosf;
using ::acoshf;
using ::asinf;
using ::asinhf;
using ::atan2f;
using ::atanf;
using ::atanhf;
using ::cbrtf;
using ::ceilf;
using ::copysignf;
using ::cosf;
using ::coshf;
using ::erfcf;
using ::erff;
using ::exp2f;
using ::expf;
using ::expm1f;
using ::fabsf;
using ::fdimf;
using ::floorf;
using ::fmaf;
using ::fmaxf;
using ::fminf;
using ::fmodf;
using ::frexpf;
using ::hypotf;
using ::ilogbf;
using ::ldexpf;
using ::lgammaf;
using ::llrintf;
using ::llroundf;
using ::log10f;
using ::log1pf;
using ::log2f;
using ::logbf;
using ::logf;
using ::lrintf;
using ::lroundf;
using ::modff;
using ::nearbyintf;
using ::nextafterf;
using ::powf;
using ::remainderf;
using ::remquof;
using ::rintf;
using ::roundf;
using ::scalblnf;
using ::scalbnf;
using ::sinf;
using ::sinhf;
using ::sqrtf;
using ::tanf;
using ::tanhf;
using ::tgammaf;
using ::truncf;
} // namespace std
#endif

#ifdef __GLIBCXX__
// What calls that miss a precondition of libstdc++ end in under -D_GLIBCXX_ASSERTIONS, and what ends constant expressions that do.
namespace std {
#if _GLIBCXX_RELEASE < 12
HIPIFY_DEVICE void __replacement_assert(const char *file, int line, const char *function, const char *condition) {
#else
HIPIFY_DEVICE void __glibcxx_assert_fail(const char *file, int line, const char *function, const char *condition) noexcept {
#endif
    __assert_fail(condition, file, line, function);
}
HIPIFY_DEVICE void __glibcxx_assert_fail() {}
} // namespace std
#endif

#endif
