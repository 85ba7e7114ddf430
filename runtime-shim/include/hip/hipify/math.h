#ifndef HIPIFY_MATH_H
#define HIPIFY_MATH_H

#include <hip/hipify/standard.h>

// glibc declares functions of these names for its own use.
#define __expf __hipify_fast_expf
#define __exp10f __hipify_fast_exp10f
#define __logf __hipify_fast_logf
#define __log2f __hipify_fast_log2f
#define __log10f __hipify_fast_log10f
#define __sinf __hipify_fast_sinf
#define __cosf __hipify_fast_cosf
#define __tanf __hipify_fast_tanf
#define __powf __hipify_fast_powf
#define __sincosf __hipify_fast_sincosf

HIPIFY_DEVICE float __expf(float x) { return expf(x); }
HIPIFY_DEVICE float __logf(float x) { return logf(x); }
HIPIFY_DEVICE float __powf(float x, float y) { return powf(x, y); }
HIPIFY_DEVICE float __sinf(float x) { return sinf(x); }
HIPIFY_DEVICE float __cosf(float x) { return cosf(x); }
HIPIFY_DEVICE float __fdividef(float x, float y) { return x / y; }
HIPIFY_BOTH float rsqrtf(float x) { return 1.0f / sqrtf(x); }
HIPIFY_BOTH double rsqrt(double x) { return 1.0 / sqrt(x); }

#define HIPIFY_MIN_MAX(T) \
    HIPIFY_BOTH T min(T a, T b) { return b < a ? b : a; } \
    HIPIFY_BOTH T max(T a, T b) { return a < b ? b : a; }
HIPIFY_MIN_MAX(int)
HIPIFY_MIN_MAX(unsigned int)
HIPIFY_MIN_MAX(long)
HIPIFY_MIN_MAX(unsigned long)
HIPIFY_MIN_MAX(long long)
HIPIFY_MIN_MAX(unsigned long long)
HIPIFY_BOTH float min(float a, float b) { return fminf(a, b); }
HIPIFY_BOTH float max(float a, float b) { return fmaxf(a, b); }
HIPIFY_BOTH double min(double a, double b) { return fmin(a, b); }
HIPIFY_BOTH double max(double a, double b) { return fmax(a, b); }

#endif
