// Conversions of `__half` and `__half2` from and to other numbers, with a named rounding, and the parts of pairs.
#ifndef HIPIFY_HALF_CONVERT_H
#define HIPIFY_HALF_CONVERT_H

#include <hip/hipify/cast_rounding.h>
#include <hip/hipify/half.h>

#define HIPIFY_HALF_FROM(from, From, convert)                                                                              \
    HIPIFY_BOTH __half __##from##2half_rn(From x) { return __half_raw{static_cast<_Float16>(x)}; }                        \
    HIPIFY_BOTH __half __##from##2half_rz(From x) { return __half_raw{hipify::convert<_Float16>(x, hipify::toward_zero)}; } \
    HIPIFY_BOTH __half __##from##2half_ru(From x) { return __half_raw{hipify::convert<_Float16>(x, hipify::upward)}; }     \
    HIPIFY_BOTH __half __##from##2half_rd(From x) { return __half_raw{hipify::convert<_Float16>(x, hipify::downward)}; }
HIPIFY_HALF_FROM(float, float, narrowed)
HIPIFY_HALF_FROM(short, short, from_integer)
HIPIFY_HALF_FROM(ushort, unsigned short, from_integer)
HIPIFY_HALF_FROM(int, int, from_integer)
HIPIFY_HALF_FROM(uint, unsigned int, from_integer)
HIPIFY_HALF_FROM(ll, long long, from_integer)
HIPIFY_HALF_FROM(ull, unsigned long long, from_integer)
#undef HIPIFY_HALF_FROM

HIPIFY_BOTH __half __float2half(float x) { return __float2half_rn(x); }
HIPIFY_BOTH __half __double2half(double x) { return __half_raw{static_cast<_Float16>(x)}; }
HIPIFY_BOTH float __half2float(__half x) { return hipify::to_float(x); }

#define HIPIFY_HALF_TO(to, To)                                                                                             \
    HIPIFY_BOTH To __half2##to##_rn(__half x) { return hipify::saturated<To>(__builtin_rintf(hipify::to_float(x))); }      \
    HIPIFY_BOTH To __half2##to##_rz(__half x) { return hipify::saturated<To>(__builtin_truncf(hipify::to_float(x))); }     \
    HIPIFY_BOTH To __half2##to##_ru(__half x) { return hipify::saturated<To>(__builtin_ceilf(hipify::to_float(x))); }      \
    HIPIFY_BOTH To __half2##to##_rd(__half x) { return hipify::saturated<To>(__builtin_floorf(hipify::to_float(x))); }
HIPIFY_HALF_TO(short, short)
HIPIFY_HALF_TO(ushort, unsigned short)
HIPIFY_HALF_TO(int, int)
HIPIFY_HALF_TO(uint, unsigned int)
HIPIFY_HALF_TO(ll, long long)
HIPIFY_HALF_TO(ull, unsigned long long)
#undef HIPIFY_HALF_TO
HIPIFY_BOTH signed char __half2char_rz(__half x) { return hipify::saturated<signed char>(__builtin_truncf(hipify::to_float(x))); }
HIPIFY_BOTH unsigned char __half2uchar_rz(__half x) { return hipify::saturated<unsigned char>(__builtin_truncf(hipify::to_float(x))); }

HIPIFY_BOTH short __half_as_short(__half x) { return static_cast<short>(x.__x); }
HIPIFY_BOTH unsigned short __half_as_ushort(__half x) { return x.__x; }
HIPIFY_BOTH __half __short_as_half(short x) { return hipify::half_of_bits(static_cast<unsigned short>(x)); }
HIPIFY_BOTH __half __ushort_as_half(unsigned short x) { return hipify::half_of_bits(x); }

HIPIFY_BOTH __half2 make_half2(__half low, __half high) { return __half2(low, high); }
HIPIFY_BOTH __half2 __halves2half2(__half low, __half high) { return __half2(low, high); }
HIPIFY_BOTH __half2 __half2half2(__half both) { return __half2(both, both); }
HIPIFY_BOTH __half2 __float2half2_rn(float both) { return __half2half2(__float2half_rn(both)); }
HIPIFY_BOTH __half2 __floats2half2_rn(float low, float high) { return __half2(__float2half_rn(low), __float2half_rn(high)); }
HIPIFY_BOTH __half2 __float22half2_rn(float2 pair) { return __floats2half2_rn(pair.x, pair.y); }
HIPIFY_BOTH float2 __half22float2(__half2 pair) { return make_float2(__half2float(pair.x), __half2float(pair.y)); }
HIPIFY_BOTH float __low2float(__half2 pair) { return __half2float(pair.x); }
HIPIFY_BOTH float __high2float(__half2 pair) { return __half2float(pair.y); }
HIPIFY_BOTH __half __low2half(__half2 pair) { return pair.x; }
HIPIFY_BOTH __half __high2half(__half2 pair) { return pair.y; }
HIPIFY_BOTH __half2 __low2half2(__half2 pair) { return __half2(pair.x, pair.x); }
HIPIFY_BOTH __half2 __high2half2(__half2 pair) { return __half2(pair.y, pair.y); }
HIPIFY_BOTH __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
HIPIFY_BOTH __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }

#endif
