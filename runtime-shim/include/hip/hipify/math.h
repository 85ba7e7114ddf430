// CUDA's mathematics: what the C library has not, overloads for float, minima and maxima.
#ifndef HIPIFY_MATH_H
#define HIPIFY_MATH_H

#include <hip/hipify/standard.h>
#include <hip/hipify/extremes.h>
#include <hip/hipify/math_by_name.h>
#include <hip/hipify/math_fast.h>
#include <hip/hipify/math_rounding.h>

// CUDA raises floats to whole powers in float; the C++ library would in double.
HIPIFY_DEVICE float pow(float x, int n) { return ::powf(x, static_cast<float>(n)); }
HIPIFY_DEVICE float powif(float x, int n) { return ::powf(x, static_cast<float>(n)); }
HIPIFY_DEVICE double powi(double x, int n) { return ::pow(x, static_cast<double>(n)); }
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
