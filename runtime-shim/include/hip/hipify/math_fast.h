// Intrinsics that are fast and coarse on a GPU; here the plain functions, which are at least as exact.
#ifndef HIPIFY_MATH_FAST_H
#define HIPIFY_MATH_FAST_H

#include <hip/hipify/standard.h>

HIPIFY_DEVICE float __expf(float x) { return ::expf(x); }
HIPIFY_DEVICE float __exp10f(float x) { return ::exp10f(x); }
HIPIFY_DEVICE float __exp2f(float x) { return ::exp2f(x); }
HIPIFY_DEVICE float __logf(float x) { return ::logf(x); }
HIPIFY_DEVICE float __log2f(float x) { return ::log2f(x); }
HIPIFY_DEVICE float __log10f(float x) { return ::log10f(x); }
HIPIFY_DEVICE float __sinf(float x) { return ::sinf(x); }
HIPIFY_DEVICE float __cosf(float x) { return ::cosf(x); }
HIPIFY_DEVICE float __tanf(float x) { return ::tanf(x); }
HIPIFY_DEVICE float __tanhf(float x) { return ::tanhf(x); }
HIPIFY_DEVICE float __powf(float x, float y) { return ::powf(x, y); }
HIPIFY_DEVICE void __sincosf(float x, float *sine, float *cosine) {
    *sine = ::sinf(x);
    *cosine = ::cosf(x);
}
HIPIFY_DEVICE float __fdividef(float x, float y) { return x / y; }
/// Between 0 and 1; NaN becomes 0.
HIPIFY_DEVICE float __saturatef(float x) { return ::fminf(::fmaxf(x, 0.0f), 1.0f); }

#endif
