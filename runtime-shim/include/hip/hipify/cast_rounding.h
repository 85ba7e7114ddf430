// Conversions between integers and floating point numbers with a named rounding: `__float2int_rz`, `__ll2float_ru`.
#ifndef HIPIFY_CAST_ROUNDING_H
#define HIPIFY_CAST_ROUNDING_H

#include <hip/hipify/cast_preferred.h>
#include <hip/hipify/rounding.h>

#define HIPIFY_FLOAT_TO_INTEGER(to, To)                                                                                      \
    HIPIFY_DEVICE To __float2##to##_rn(float x) { return hipify::saturated<To>(::rintf(x)); }                               \
    HIPIFY_DEVICE To __float2##to##_rz(float x) { return hipify::saturated<To>(::truncf(x)); }                              \
    HIPIFY_DEVICE To __float2##to##_rd(float x) { return hipify::saturated<To>(::floorf(x)); }                              \
    HIPIFY_DEVICE To __float2##to##_ru(float x) { return hipify::saturated<To>(::ceilf(x)); }
HIPIFY_FLOAT_TO_INTEGER(int, int)
HIPIFY_FLOAT_TO_INTEGER(uint, unsigned int)
#undef HIPIFY_FLOAT_TO_INTEGER

#define HIPIFY_FROM_INTEGER(from, From, To)                                                                                  \
    HIPIFY_DEVICE To __##from##2##To##_rn(From x) { return static_cast<To>(x); }                                            \
    HIPIFY_DEVICE To __##from##2##To##_rz(From x) { return hipify::from_integer<To>(x, hipify::toward_zero); }              \
    HIPIFY_DEVICE To __##from##2##To##_ru(From x) { return hipify::from_integer<To>(x, hipify::upward); }                   \
    HIPIFY_DEVICE To __##from##2##To##_rd(From x) { return hipify::from_integer<To>(x, hipify::downward); }
HIPIFY_FROM_INTEGER(int, int, float)
HIPIFY_FROM_INTEGER(uint, unsigned int, float)
HIPIFY_FROM_INTEGER(ll, long long, float)
HIPIFY_FROM_INTEGER(ull, unsigned long long, float)
HIPIFY_FROM_INTEGER(ll, long long, double)
HIPIFY_FROM_INTEGER(ull, unsigned long long, double)
#undef HIPIFY_FROM_INTEGER

// The C library's, where numbers that do not fit have no result.
#define HIPIFY_NEAREST_INTEGER(To, prefix)                                                                                   \
    extern "C" HIPIFY_DEVICE To prefix##rint(double x) { return hipify::saturated<To>(::rint(x)); }                         \
    extern "C" HIPIFY_DEVICE To prefix##rintf(float x) { return hipify::saturated<To>(::rintf(x)); }                        \
    extern "C" HIPIFY_DEVICE To prefix##round(double x) { return hipify::saturated<To>(::round(x)); }                       \
    extern "C" HIPIFY_DEVICE To prefix##roundf(float x) { return hipify::saturated<To>(::roundf(x)); }
HIPIFY_NEAREST_INTEGER(long, l)
HIPIFY_NEAREST_INTEGER(long long, ll)
#undef HIPIFY_NEAREST_INTEGER

HIPIFY_DEVICE double __int2double_rn(int x) { return x; }
HIPIFY_DEVICE double __uint2double_rn(unsigned int x) { return x; }

HIPIFY_DEVICE float __double2float_rn(double x) { return static_cast<float>(x); }
HIPIFY_DEVICE float __double2float_rz(double x) { return hipify::narrowed<float>(x, hipify::toward_zero); }
HIPIFY_DEVICE float __double2float_ru(double x) { return hipify::narrowed<float>(x, hipify::upward); }
HIPIFY_DEVICE float __double2float_rd(double x) { return hipify::narrowed<float>(x, hipify::downward); }

#endif
