// Conversions of numbers of 8 bits: the forms of GPUs with waves of the size that runs, gfx940's with 64 lanes and gfx12's with 32.
#ifndef HIPIFY_AMDGCN_SMALL_H
#define HIPIFY_AMDGCN_SMALL_H

#include <hip/hipify/intrinsics.h>
#include <hip/hipify/small_forms.h>

namespace hipify {

typedef float float_pair __attribute__((ext_vector_type(2)));

HIPIFY_DEVICE small_form fp8_of_wave() { return form_of(__hipify_warp_size() == 64 ? __HIP_E4M3_FNUZ : __HIP_E4M3); }
HIPIFY_DEVICE small_form bf8_of_wave() { return form_of(__hipify_warp_size() == 64 ? __HIP_E5M2_FNUZ : __HIP_E5M2); }

HIPIFY_DEVICE float float_of_byte(int word, int byte, small_form form) {
    return float_of_small(static_cast<unsigned char>(static_cast<unsigned int>(word) >> 8 * (byte & 3)), form);
}

/// `old` with the bytes of `mask` replaced.
HIPIFY_DEVICE int with_bits(int old, unsigned int mask, unsigned int bits) {
    return static_cast<int>((static_cast<unsigned int>(old) & ~mask) | (bits & mask));
}

/// Two numbers in the low or the high half of a word.
HIPIFY_DEVICE int small_pair(float low, float high, int old, bool upper, small_form form) {
    unsigned int pair = small_of_float(low, __HIP_NOSAT, form) | static_cast<unsigned int>(small_of_float(high, __HIP_NOSAT, form)) << 8;
    return with_bits(old, upper ? 0xffff0000u : 0xffffu, pair * 0x10001u);
}

/// One number in a byte of a word, rounded up by chance: as often as the top bits of `random` say.
HIPIFY_DEVICE int small_by_chance(float value, int random, int old, int byte, small_form form) {
    unsigned int bits = __builtin_bit_cast(unsigned int, value), size = bits & 0x7fffffff;
    if (size < 0x7f800000) {
        // Places of the mantissa that the form lacks, more of them below its least exponent.
        int exponent = static_cast<int>(size >> 23) - 127, lacking = 23 - form.mantissa;
        if (exponent < 1 - form.bias) lacking += 1 - form.bias - exponent;
        // A unit of the kept places is a power of 2 in a double, whose sums are exact.
        double unit = __builtin_ldexp(1.0, exponent - 23 + lacking), steps = __builtin_fabs(static_cast<double>(value)) / unit;
        int taken = lacking < 32 ? lacking : 32;
        double chance = __builtin_ldexp(static_cast<double>(static_cast<unsigned int>(random) >> (32 - taken)), -taken);
        value = static_cast<float>(__builtin_copysign(__builtin_floor(steps + chance) * unit, static_cast<double>(value)));
    }
    unsigned int made = small_of_float(value, __HIP_NOSAT, form);
    return with_bits(old, 0xffu << 8 * (byte & 3), made * 0x1010101u);
}

}  // namespace hipify

#define HIPIFY_DEVICE_SMALL(one, two, to_two, by_chance, form)                                                                        \
    HIPIFY_DEVICE float one(int word, int byte) { return hipify::float_of_byte(word, byte, hipify::form()); }                       \
    HIPIFY_DEVICE hipify::float_pair two(int word, bool upper) {                                                                      \
        return hipify::float_pair{hipify::float_of_byte(word, upper ? 2 : 0, hipify::form()),                                       \
                                  hipify::float_of_byte(word, upper ? 3 : 1, hipify::form())};                                      \
    }                                                                                                                               \
    HIPIFY_DEVICE int to_two(float low, float high, int old, bool upper) {                                                            \
        return hipify::small_pair(low, high, old, upper, hipify::form());                                                             \
    }                                                                                                                               \
    HIPIFY_DEVICE int by_chance(float value, int random, int old, int byte) {                                                         \
        return hipify::small_by_chance(value, random, old, byte, hipify::form());                                                     \
    }
HIPIFY_DEVICE_SMALL(__builtin_amdgcn_cvt_f32_fp8, __builtin_amdgcn_cvt_pk_f32_fp8, __builtin_amdgcn_cvt_pk_fp8_f32, __builtin_amdgcn_cvt_sr_fp8_f32, fp8_of_wave)
HIPIFY_DEVICE_SMALL(__builtin_amdgcn_cvt_f32_bf8, __builtin_amdgcn_cvt_pk_f32_bf8, __builtin_amdgcn_cvt_pk_bf8_f32, __builtin_amdgcn_cvt_sr_bf8_f32, bf8_of_wave)
#undef HIPIFY_DEVICE_SMALL

#endif
