// Conversions to pairs in one word.
#ifndef HIPIFY_AMDGCN_PACKED_H
#define HIPIFY_AMDGCN_PACKED_H

#include <hip/hipify/amdgcn/dot.h>
#include <hip/hipify/cast_rounding.h>

namespace hipify {

typedef __fp16 fp16_pair __attribute__((ext_vector_type(2)));

/// A share of the largest number, to the nearest integer.
HIPIFY_DEVICE float norm(float value, float least, float largest) {
    float within = value < 1 ? (value > least ? value : least) : 1;
    return value != value ? 0 : __builtin_rintf(within * largest);
}

}  // namespace hipify

HIPIFY_DEVICE hipify::fp16_pair __builtin_amdgcn_cvt_pkrtz(float low, float high) {
    hipify::half_pair pair = {hipify::narrowed<_Float16>(low, hipify::toward_zero), hipify::narrowed<_Float16>(high, hipify::toward_zero)};
    return __builtin_bit_cast(hipify::fp16_pair, pair);
}
HIPIFY_DEVICE hipify::short_pair __builtin_amdgcn_cvt_pknorm_i16(float low, float high) {
    return hipify::short_pair{static_cast<short>(hipify::norm(low, -1, 32767)), static_cast<short>(hipify::norm(high, -1, 32767))};
}
HIPIFY_DEVICE hipify::ushort_pair __builtin_amdgcn_cvt_pknorm_u16(float low, float high) {
    return hipify::ushort_pair{static_cast<unsigned short>(hipify::norm(low, 0, 65535)),
                               static_cast<unsigned short>(hipify::norm(high, 0, 65535))};
}
// The nearest numbers of 16 bits.
HIPIFY_DEVICE hipify::short_pair __builtin_amdgcn_cvt_pk_i16(int low, int high) {
    auto near = [](int value) { return static_cast<short>(value > 32767 ? 32767 : value < -32768 ? -32768 : value); };
    return hipify::short_pair{near(low), near(high)};
}
HIPIFY_DEVICE hipify::ushort_pair __builtin_amdgcn_cvt_pk_u16(unsigned int low, unsigned int high) {
    auto near = [](unsigned int value) { return static_cast<unsigned short>(value > 65535 ? 65535 : value); };
    return hipify::ushort_pair{near(low), near(high)};
}

#endif
