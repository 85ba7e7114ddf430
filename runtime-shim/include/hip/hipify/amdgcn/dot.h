// Dot products of the parts of words.
#ifndef HIPIFY_AMDGCN_DOT_H
#define HIPIFY_AMDGCN_DOT_H

#include <hip/hipify/dot.h>

namespace hipify {

typedef short short_pair __attribute__((ext_vector_type(2)));
typedef unsigned short ushort_pair __attribute__((ext_vector_type(2)));
typedef _Float16 half_pair __attribute__((ext_vector_type(2)));
typedef __bf16 bf16_pair __attribute__((ext_vector_type(2)));

HIPIFY_DEVICE long long part(unsigned int word, int i, int bits, bool is_signed) {
    unsigned int field = word << (32 - bits * (i + 1));
    return is_signed ? static_cast<int>(field) >> (32 - bits) : static_cast<long long>(field >> (32 - bits));
}

/// The exact sum of products of parts.
HIPIFY_DEVICE long long products(int bits, bool a_signed, unsigned int a, bool b_signed, unsigned int b) {
    long long sum = 0;
    for (int i = 0; i < 32 / bits; ++i) sum += part(a, i, bits, a_signed) * part(b, i, bits, b_signed);
    return sum;
}

/// The sum in 32 bits: the last ones, or the nearest number.
HIPIFY_DEVICE int signed_sum(long long sum, bool clamp) {
    if (clamp && sum > 0x7fffffff) return 0x7fffffff;
    if (clamp && sum < -0x80000000ll) return static_cast<int>(0x80000000u);
    return static_cast<int>(static_cast<unsigned int>(sum));
}
HIPIFY_DEVICE unsigned int unsigned_sum(long long sum, bool clamp) {
    return clamp && sum > 0xffffffffll ? 0xffffffffu : static_cast<unsigned int>(sum);
}

template <typename Pair>
HIPIFY_DEVICE unsigned int word_of(Pair pair) {
    return __builtin_bit_cast(unsigned int, pair);
}

}  // namespace hipify

#define HIPIFY_AMDGCN_DOT(parts, bits)                                                                                      \
    HIPIFY_DEVICE int __builtin_amdgcn_sdot##parts(int a, int b, int sum, bool clamp) {                                   \
        unsigned int x = static_cast<unsigned int>(a), y = static_cast<unsigned int>(b);                                  \
        return hipify::signed_sum(sum + hipify::products(bits, true, x, true, y), clamp);                                 \
    }                                                                                                                     \
    HIPIFY_DEVICE unsigned int __builtin_amdgcn_udot##parts(unsigned int a, unsigned int b, unsigned int sum, bool clamp) { \
        return hipify::unsigned_sum(sum + hipify::products(bits, false, a, false, b), clamp);                             \
    }                                                                                                                     \
    HIPIFY_DEVICE int __builtin_amdgcn_sudot##parts(bool a_signed, int a, bool b_signed, int b, int sum, bool clamp) {    \
        unsigned int x = static_cast<unsigned int>(a), y = static_cast<unsigned int>(b);                                  \
        return hipify::signed_sum(sum + hipify::products(bits, a_signed, x, b_signed, y), clamp);                         \
    }
HIPIFY_AMDGCN_DOT(4, 8)
HIPIFY_AMDGCN_DOT(8, 4)
#undef HIPIFY_AMDGCN_DOT

HIPIFY_DEVICE int __builtin_amdgcn_sdot2(hipify::short_pair a, hipify::short_pair b, int sum, bool clamp) {
    return hipify::signed_sum(sum + hipify::products(16, true, hipify::word_of(a), true, hipify::word_of(b)), clamp);
}
HIPIFY_DEVICE unsigned int __builtin_amdgcn_udot2(hipify::ushort_pair a, hipify::ushort_pair b, unsigned int sum, bool clamp) {
    return hipify::unsigned_sum(sum + hipify::products(16, false, hipify::word_of(a), false, hipify::word_of(b)), clamp);
}

// Products of halves are exact in a float; the sums round, the last part first, as LLVM's own expansion does.
HIPIFY_DEVICE float __builtin_amdgcn_fdot2(hipify::half_pair a, hipify::half_pair b, float sum, bool clamp) {
    float high = __builtin_fmaf(static_cast<float>(a.y), static_cast<float>(b.y), sum);
    float result = __builtin_fmaf(static_cast<float>(a.x), static_cast<float>(b.x), high);
    return !clamp ? result : result > 1 ? 1 : result > 0 ? result : 0;
}
HIPIFY_DEVICE _Float16 __builtin_amdgcn_fdot2_f16_f16(hipify::half_pair a, hipify::half_pair b, _Float16 sum) {
    return static_cast<_Float16>(__builtin_amdgcn_fdot2(a, b, static_cast<float>(sum), false));
}

namespace hipify {

HIPIFY_DEVICE float float_of_bits(unsigned int high) { return __builtin_bit_cast(float, high << 16); }

/// A float as bfloat16, to nearest even; a NaN stays one.
HIPIFY_DEVICE unsigned short bf16_bits(float value) {
    unsigned int bits = __builtin_bit_cast(unsigned int, value);
    bits = value != value ? bits | 0x400000 : bits + 0x7fff + (bits >> 16 & 1);
    return static_cast<unsigned short>(bits >> 16);
}

/// The same of two numbers of bfloat16.
HIPIFY_DEVICE float bf16_products(bf16_pair a, bf16_pair b, float sum) {
    unsigned int x = word_of(a), y = word_of(b);
    float high = __builtin_fmaf(float_of_bits(x >> 16), float_of_bits(y >> 16), sum);
    return __builtin_fmaf(float_of_bits(x & 0xffff), float_of_bits(y & 0xffff), high);
}

}  // namespace hipify

HIPIFY_DEVICE float __builtin_amdgcn_fdot2_f32_bf16(hipify::bf16_pair a, hipify::bf16_pair b, float sum, bool clamp) {
    float result = hipify::bf16_products(a, b, sum);
    return !clamp ? result : result > 1 ? 1 : result > 0 ? result : 0;
}
HIPIFY_DEVICE __bf16 __builtin_amdgcn_fdot2_bf16_bf16(hipify::bf16_pair a, hipify::bf16_pair b, __bf16 sum) {
    float all = hipify::bf16_products(a, b, hipify::float_of_bits(__builtin_bit_cast(unsigned short, sum)));
    return __builtin_bit_cast(__bf16, hipify::bf16_bits(all));
}

#endif
