// Functions of `__hip_bfloat16` that AMD's `hip_bf16.h` lacks in some version, and those that it has with other results than
// CUDA: comparisons of NaN, and those of pairs that look at the lower part twice (measured with HIP 6.4).
#ifndef HIPIFY_AMD_BFLOAT16_H
#define HIPIFY_AMD_BFLOAT16_H

#include <type_traits>
#include "begin.h"
#include "../hip/hipify/bfloat16_bits.h"
#include "../hip/hipify/cast_preferred.h"
#include "../hip/hipify/sixteen_bit.h"

namespace hipify {
template <>
struct sixteen<__hip_bfloat16> {
    typedef __hip_bfloat162 pair;
    static constexpr unsigned short one = 0x3f80, nan = 0x7fff, infinity = 0x7f80;
    static HIPIFY_BOTH unsigned short to_bits(__hip_bfloat16 x) {
        unsigned short bits;
        __builtin_memcpy(&bits, &x, sizeof bits);
        return bits;
    }
    static HIPIFY_BOTH float to_float(__hip_bfloat16 x) { return float_of_bfloat16(to_bits(x)); }
    static HIPIFY_BOTH __hip_bfloat16 from_bits(unsigned short bits) {
        __hip_bfloat16 number;
        __builtin_memcpy(&number, &bits, sizeof bits);
        return number;
    }
    static HIPIFY_BOTH __hip_bfloat16 from_float(float x) { return from_bits(bfloat16_of_float(x)); }
    static HIPIFY_BOTH __hip_bfloat16 from_double(double x) { return from_bits(bfloat16_of_float(odd_float(x))); }
};
}  // namespace hipify
#include "../hip/hipify/bfloat16_convert.h"
HIPIFY_SIXTEEN_FUNCTIONS(__hip_bfloat16, __hip_bfloat162)

HIPIFY_SUPPLIED __hip_bfloat16 __ldg(const __hip_bfloat16 *address) { return *address; }
HIPIFY_SUPPLIED __hip_bfloat162 __ldg(const __hip_bfloat162 *address) { return *address; }

namespace hipify_supplement {
HIPIFY_PREFERRED __hip_bfloat162 flags(bool low, bool high) {
    return __halves2bfloat162(__float2bfloat16(low ? 1.0f : 0.0f), __float2bfloat16(high ? 1.0f : 0.0f));
}
HIPIFY_PREFERRED bool differ(float a, float b) { return a < b || a > b; }
}  // namespace hipify_supplement

// Ordered: false where one is NaN.
HIPIFY_PREFERRED bool __hne(__hip_bfloat16 a, __hip_bfloat16 b) {
    return hipify_supplement::differ(__bfloat162float(a), __bfloat162float(b));
}
HIPIFY_PREFERRED bool __hbne2(__hip_bfloat162 a, __hip_bfloat162 b) {
    return hipify_supplement::differ(__low2float(a), __low2float(b)) && hipify_supplement::differ(__high2float(a), __high2float(b));
}
HIPIFY_PREFERRED bool __hbneu2(__hip_bfloat162 a, __hip_bfloat162 b) {
    return __low2float(a) != __low2float(b) && __high2float(a) != __high2float(b);
}
HIPIFY_PREFERRED __hip_bfloat162 __hne2(__hip_bfloat162 a, __hip_bfloat162 b) {
    return hipify_supplement::flags(hipify_supplement::differ(__low2float(a), __low2float(b)),
                                    hipify_supplement::differ(__high2float(a), __high2float(b)));
}
HIPIFY_PREFERRED __hip_bfloat162 __hgt2(__hip_bfloat162 a, __hip_bfloat162 b) {
    return hipify_supplement::flags(__low2float(a) > __low2float(b), __high2float(a) > __high2float(b));
}
HIPIFY_PREFERRED __hip_bfloat162 __hisnan2(__hip_bfloat162 a) {
    return hipify_supplement::flags(__low2float(a) != __low2float(a), __high2float(a) != __high2float(a));
}
HIPIFY_PREFERRED int __hisinf(__hip_bfloat16 a) {
    const float value = __bfloat162float(a);
    return value == __builtin_inff() ? 1 : value == -__builtin_inff() ? -1 : 0;
}

// AMD's compare the lower part with both.
#define HIPIFY_OF_BOTH(sign)                                                                                              \
    HIPIFY_PREFERRED bool operator sign(const __hip_bfloat162 &a, const __hip_bfloat162 &b) {                             \
        return __low2float(a) sign __low2float(b) && __high2float(a) sign __high2float(b);                                \
    }
HIPIFY_OF_BOTH(<)
HIPIFY_OF_BOTH(<=)
HIPIFY_OF_BOTH(>)
HIPIFY_OF_BOTH(>=)
HIPIFY_OF_BOTH(!=)
#undef HIPIFY_OF_BOTH

#include "end.h"
#endif
