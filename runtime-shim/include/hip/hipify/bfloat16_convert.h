// Conversions of `__hip_bfloat16` and `__hip_bfloat162` from and to other numbers, with a named rounding, and the parts of pairs.
#ifndef HIPIFY_BFLOAT16_CONVERT_H
#define HIPIFY_BFLOAT16_CONVERT_H

#include "bfloat16_bits.h"
#include "cast_preferred.h"
#include "sixteen.h"

namespace hipify {

HIPIFY_BOTH __hip_bfloat16 bfloat16_of_bits(unsigned short bits) { return sixteen<__hip_bfloat16>::from_bits(bits); }

}  // namespace hipify

#define HIPIFY_BFLOAT16_FROM(from, From)                                                                                        \
    HIPIFY_SUPPLIED_BOTH __hip_bfloat16 __##from##2bfloat16_rn(From x) { return hipify::bfloat16_of_bits(hipify::bfloat16_of_float(hipify::float_to_round(x))); } \
    HIPIFY_SUPPLIED_BOTH __hip_bfloat16 __##from##2bfloat16_rz(From x) { return hipify::bfloat16_of_bits(hipify::bfloat16_of_float(hipify::float_to_round(x), hipify::toward_zero)); } \
    HIPIFY_SUPPLIED_BOTH __hip_bfloat16 __##from##2bfloat16_ru(From x) { return hipify::bfloat16_of_bits(hipify::bfloat16_of_float(hipify::float_to_round(x), hipify::upward)); } \
    HIPIFY_SUPPLIED_BOTH __hip_bfloat16 __##from##2bfloat16_rd(From x) { return hipify::bfloat16_of_bits(hipify::bfloat16_of_float(hipify::float_to_round(x), hipify::downward)); }
HIPIFY_BFLOAT16_FROM(float, float)
HIPIFY_BFLOAT16_FROM(short, short)
HIPIFY_BFLOAT16_FROM(ushort, unsigned short)
HIPIFY_BFLOAT16_FROM(int, int)
HIPIFY_BFLOAT16_FROM(uint, unsigned int)
HIPIFY_BFLOAT16_FROM(ll, long long)
HIPIFY_BFLOAT16_FROM(ull, unsigned long long)
#undef HIPIFY_BFLOAT16_FROM
HIPIFY_SUPPLIED_BOTH __hip_bfloat16 __float2bfloat16(float x) { return __float2bfloat16_rn(x); }
HIPIFY_SUPPLIED_BOTH __hip_bfloat16 __double2bfloat16(double x) { return hipify::sixteen<__hip_bfloat16>::from_double(x); }
HIPIFY_SUPPLIED_BOTH float __bfloat162float(__hip_bfloat16 x) { return hipify::to_float(x); }

#define HIPIFY_BFLOAT16_TO(to, To)                                                                                              \
    HIPIFY_SUPPLIED_BOTH To __bfloat162##to##_rn(__hip_bfloat16 x) { return hipify::saturated<To>(__builtin_rintf(hipify::to_float(x))); }  \
    HIPIFY_SUPPLIED_BOTH To __bfloat162##to##_rz(__hip_bfloat16 x) { return hipify::saturated<To>(__builtin_truncf(hipify::to_float(x))); } \
    HIPIFY_SUPPLIED_BOTH To __bfloat162##to##_ru(__hip_bfloat16 x) { return hipify::saturated<To>(__builtin_ceilf(hipify::to_float(x))); }  \
    HIPIFY_SUPPLIED_BOTH To __bfloat162##to##_rd(__hip_bfloat16 x) { return hipify::saturated<To>(__builtin_floorf(hipify::to_float(x))); }
HIPIFY_BFLOAT16_TO(char, signed char)
HIPIFY_BFLOAT16_TO(uchar, unsigned char)
HIPIFY_BFLOAT16_TO(short, short)
HIPIFY_BFLOAT16_TO(ushort, unsigned short)
HIPIFY_BFLOAT16_TO(int, int)
HIPIFY_BFLOAT16_TO(uint, unsigned int)
HIPIFY_BFLOAT16_TO(ll, long long)
HIPIFY_BFLOAT16_TO(ull, unsigned long long)
#undef HIPIFY_BFLOAT16_TO

HIPIFY_SUPPLIED_BOTH short __bfloat16_as_short(__hip_bfloat16 x) { return static_cast<short>(hipify::to_bits(x)); }
HIPIFY_SUPPLIED_BOTH unsigned short __bfloat16_as_ushort(__hip_bfloat16 x) { return hipify::to_bits(x); }
HIPIFY_SUPPLIED_BOTH __hip_bfloat16 __short_as_bfloat16(short x) { return hipify::bfloat16_of_bits(static_cast<unsigned short>(x)); }
HIPIFY_SUPPLIED_BOTH __hip_bfloat16 __ushort_as_bfloat16(unsigned short x) { return hipify::bfloat16_of_bits(x); }

HIPIFY_SUPPLIED_BOTH __hip_bfloat162 make_bfloat162(__hip_bfloat16 low, __hip_bfloat16 high) { return __hip_bfloat162{low, high}; }
HIPIFY_SUPPLIED_BOTH __hip_bfloat162 __halves2bfloat162(__hip_bfloat16 low, __hip_bfloat16 high) { return __hip_bfloat162{low, high}; }
HIPIFY_SUPPLIED_BOTH __hip_bfloat162 __bfloat162bfloat162(__hip_bfloat16 both) { return __hip_bfloat162{both, both}; }
HIPIFY_SUPPLIED_BOTH __hip_bfloat162 __float2bfloat162_rn(float both) { return __bfloat162bfloat162(__float2bfloat16_rn(both)); }
HIPIFY_SUPPLIED_BOTH __hip_bfloat162 __floats2bfloat162_rn(float low, float high) {
    return __hip_bfloat162{__float2bfloat16_rn(low), __float2bfloat16_rn(high)};
}
HIPIFY_SUPPLIED_BOTH __hip_bfloat162 __float22bfloat162_rn(float2 pair) { return __floats2bfloat162_rn(pair.x, pair.y); }
HIPIFY_SUPPLIED_BOTH float2 __bfloat1622float2(__hip_bfloat162 pair) { return make_float2(hipify::to_float(pair.x), hipify::to_float(pair.y)); }
HIPIFY_SUPPLIED_BOTH float __low2float(__hip_bfloat162 pair) { return hipify::to_float(pair.x); }
HIPIFY_SUPPLIED_BOTH float __high2float(__hip_bfloat162 pair) { return hipify::to_float(pair.y); }
HIPIFY_SUPPLIED_BOTH __hip_bfloat16 __low2bfloat16(__hip_bfloat162 pair) { return pair.x; }
HIPIFY_SUPPLIED_BOTH __hip_bfloat16 __high2bfloat16(__hip_bfloat162 pair) { return pair.y; }
HIPIFY_SUPPLIED_BOTH __hip_bfloat162 __low2bfloat162(__hip_bfloat162 pair) { return __hip_bfloat162{pair.x, pair.x}; }
HIPIFY_SUPPLIED_BOTH __hip_bfloat162 __high2bfloat162(__hip_bfloat162 pair) { return __hip_bfloat162{pair.y, pair.y}; }
HIPIFY_SUPPLIED_BOTH __hip_bfloat162 __lows2bfloat162(__hip_bfloat162 a, __hip_bfloat162 b) { return __hip_bfloat162{a.x, b.x}; }
HIPIFY_SUPPLIED_BOTH __hip_bfloat162 __highs2bfloat162(__hip_bfloat162 a, __hip_bfloat162 b) { return __hip_bfloat162{a.y, b.y}; }

#endif
