// Numbers of 16 bits with float's range: `__hip_bfloat16`, the pair `__hip_bfloat162`, and the raw forms under them.
#ifndef HIPIFY_BFLOAT16_H
#define HIPIFY_BFLOAT16_H

#include <hip/hip_vector_types.h>
#include "arithmetic.h"
#include "bfloat16_bits.h"
#include "sixteen.h"

typedef struct alignas(2) {
    unsigned short x;
} __hip_bfloat16_raw;
typedef struct alignas(4) {
    unsigned short x, y;
} __hip_bfloat162_raw;

struct alignas(2) __hip_bfloat16 {
    unsigned short __x;

    __hip_bfloat16() = default;
    HIPIFY_BOTH constexpr __hip_bfloat16(const __hip_bfloat16_raw &raw) : __x(raw.x) {}
    template <typename T, typename std::enable_if<hipify::is_arithmetic<T>::value, int>::type = 0>
    HIPIFY_BOTH __hip_bfloat16(T number) : __x(hipify::bfloat16_of_float(hipify::float_to_round(number))) {}
    template <typename T, typename std::enable_if<hipify::is_arithmetic<T>::value, int>::type = 0>
    HIPIFY_BOTH operator T() const {
        return static_cast<T>(hipify::float_of_bfloat16(__x));
    }
    HIPIFY_BOTH operator __hip_bfloat16_raw() const { return __hip_bfloat16_raw{__x}; }
    HIPIFY_BOTH operator __hip_bfloat16_raw() const volatile { return __hip_bfloat16_raw{__x}; }
};

struct alignas(4) __hip_bfloat162 {
    __hip_bfloat16 x, y;

    __hip_bfloat162() = default;
    HIPIFY_BOTH constexpr __hip_bfloat162(const __hip_bfloat16 &low, const __hip_bfloat16 &high) : x(low), y(high) {}
    HIPIFY_BOTH constexpr __hip_bfloat162(const __hip_bfloat162_raw &raw)
        : x(__hip_bfloat16_raw{raw.x}), y(__hip_bfloat16_raw{raw.y}) {}
    HIPIFY_BOTH operator __hip_bfloat162_raw() const { return __hip_bfloat162_raw{x.__x, y.__x}; }
    HIPIFY_BOTH operator float2() const {
        return make_float2(hipify::float_of_bfloat16(x.__x), hipify::float_of_bfloat16(y.__x));
    }
};

namespace hipify {

template <>
struct sixteen<__hip_bfloat16> {
    typedef __hip_bfloat162 pair;
    static constexpr unsigned short one = 0x3f80, nan = 0x7fff, infinity = 0x7f80;
    static HIPIFY_BOTH float to_float(__hip_bfloat16 x) { return float_of_bfloat16(x.__x); }
    static HIPIFY_BOTH unsigned short to_bits(__hip_bfloat16 x) { return x.__x; }
    static HIPIFY_BOTH __hip_bfloat16 from_bits(unsigned short x) { return __hip_bfloat16_raw{x}; }
    static HIPIFY_BOTH __hip_bfloat16 from_float(float x) { return from_bits(bfloat16_of_float(x)); }
    static HIPIFY_BOTH __hip_bfloat16 from_double(double x) { return from_bits(bfloat16_of_float(odd_float(x))); }
};

}  // namespace hipify

#define HIPRT_ONE_BF16 __ushort_as_bfloat16(0x3f80)
#define HIPRT_ZERO_BF16 __ushort_as_bfloat16(0)
#define HIPRT_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define HIPRT_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define HIPRT_MIN_DENORM_BF16 __ushort_as_bfloat16(1)
#define HIPRT_NAN_BF16 __ushort_as_bfloat16(0x7fff)
#define HIPRT_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000)

#endif
