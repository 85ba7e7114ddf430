// Matrix instructions of CDNA's waves of 64 lanes: products of small matrices that the lanes of a wave hold together.
#ifndef HIPIFY_AMDGCN_MFMA_H
#define HIPIFY_AMDGCN_MFMA_H

#include <hip/hipify/matrix_parts.h>

namespace hipify {

/// The layouts by the sizes of results, and how many stand beside one another.
typedef matrix_layout<64, 32, 1, 2, 4> mfma_32x32;
typedef matrix_layout<64, 32, 2, 1, 4> mfma_32x32_2;
typedef matrix_layout<64, 16, 1, 4, 4> mfma_16x16;
typedef matrix_layout<64, 16, 4, 1, 4> mfma_16x16_4;
typedef matrix_layout<64, 4, 16, 1, 4> mfma_4x4_16;
typedef matrix_layout<64, 16, 1, 4, 1> mfma_doubles;

typedef as_small<__HIP_E4M3_FNUZ> as_fp8_fnuz;
typedef as_small<__HIP_E5M2_FNUZ> as_bf8_fnuz;

template <typename Layout, int depth, typename CodingA, typename CodingB, typename Operand, typename Result>
HIPIFY_DEVICE Result mfma(const Operand &a, const Operand &b, const Result &c, const CodingA &of_a, const CodingB &of_b,
                          const mfma_modifiers &modifiers) {
    typename CodingA::number sums[Layout::items];
    for (int item = 0; item < Layout::items; ++item) sums[item] = c[item];
    add_product<Layout, depth>(a, b, sums, of_a, of_b, modifiers);
    Result result = c;
    for (int item = 0; item < Layout::items; ++item) result[item] = summed(sums[item]);
    return result;
}

/// Doubles have signs of A, B and C where other elements have a pattern of lanes.
template <typename Layout>
HIPIFY_DEVICE void mfma_of_doubles(double a, double b, double (&sums)[Layout::items], const mfma_modifiers &modifiers) {
    int negated = modifiers.pattern;
    if ((negated & 4) != 0)
        for (double &sum : sums) sum = -sum;
    double of_a = (negated & 1) != 0 ? -a : a, of_b = (negated & 2) != 0 ? -b : b;
    add_product<Layout, 1>(of_a, of_b, sums, as_f64(), as_f64(), {modifiers.blocks_log2, modifiers.block, 0});
}

}  // namespace hipify

#define HIPIFY_DEVICE_MFMA(name, Result, Operand, layout, depth, of_a, of_b)                                      \
    HIPIFY_DEVICE Result name(Operand a, Operand b, Result c, int blocks_log2, int block, int pattern) {          \
        return hipify::mfma<hipify::layout, depth>(a, b, c, hipify::of_a, hipify::of_b, {blocks_log2, block, pattern}); \
    }
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_32x32x1f32, hipify::float_32, float, mfma_32x32_2, 1, as_f32(), as_f32())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_16x16x1f32, hipify::float_16, float, mfma_16x16_4, 1, as_f32(), as_f32())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_4x4x1f32, hipify::float_4, float, mfma_4x4_16, 1, as_f32(), as_f32())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_32x32x2f32, hipify::float_16, float, mfma_32x32, 1, as_f32(), as_f32())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_16x16x4f32, hipify::float_4, float, mfma_16x16, 1, as_f32(), as_f32())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_32x32x4f16, hipify::float_32, hipify::half_4, mfma_32x32_2, 4, as_f16(), as_f16())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_16x16x4f16, hipify::float_16, hipify::half_4, mfma_16x16_4, 4, as_f16(), as_f16())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_4x4x4f16, hipify::float_4, hipify::half_4, mfma_4x4_16, 4, as_f16(), as_f16())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_32x32x8f16, hipify::float_16, hipify::half_4, mfma_32x32, 4, as_f16(), as_f16())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_16x16x16f16, hipify::float_4, hipify::half_4, mfma_16x16, 4, as_f16(), as_f16())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_32x32x2bf16, hipify::float_32, hipify::short_2, mfma_32x32_2, 2, as_bf16(), as_bf16())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_16x16x2bf16, hipify::float_16, hipify::short_2, mfma_16x16_4, 2, as_bf16(), as_bf16())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_4x4x2bf16, hipify::float_4, hipify::short_2, mfma_4x4_16, 2, as_bf16(), as_bf16())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_32x32x4bf16, hipify::float_16, hipify::short_2, mfma_32x32, 2, as_bf16(), as_bf16())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_16x16x8bf16, hipify::float_4, hipify::short_2, mfma_16x16, 2, as_bf16(), as_bf16())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_32x32x4bf16_1k, hipify::float_32, hipify::short_4, mfma_32x32_2, 4, as_bf16(), as_bf16())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_16x16x4bf16_1k, hipify::float_16, hipify::short_4, mfma_16x16_4, 4, as_bf16(), as_bf16())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_4x4x4bf16_1k, hipify::float_4, hipify::short_4, mfma_4x4_16, 4, as_bf16(), as_bf16())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_32x32x8bf16_1k, hipify::float_16, hipify::short_4, mfma_32x32, 4, as_bf16(), as_bf16())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_16x16x16bf16_1k, hipify::float_4, hipify::short_4, mfma_16x16, 4, as_bf16(), as_bf16())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_i32_32x32x4i8, hipify::int_32, int, mfma_32x32_2, 4, as_integer<8>{true}, as_integer<8>{true})
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_i32_16x16x4i8, hipify::int_16, int, mfma_16x16_4, 4, as_integer<8>{true}, as_integer<8>{true})
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_i32_4x4x4i8, hipify::int_4, int, mfma_4x4_16, 4, as_integer<8>{true}, as_integer<8>{true})
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_i32_32x32x8i8, hipify::int_16, int, mfma_32x32, 4, as_integer<8>{true}, as_integer<8>{true})
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_i32_16x16x16i8, hipify::int_4, int, mfma_16x16, 4, as_integer<8>{true}, as_integer<8>{true})
// Those of gfx940.
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_i32_32x32x16_i8, hipify::int_16, long, mfma_32x32, 8, as_integer<8>{true}, as_integer<8>{true})
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_i32_16x16x32_i8, hipify::int_4, long, mfma_16x16, 8, as_integer<8>{true}, as_integer<8>{true})
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_32x32x4_xf32, hipify::float_16, hipify::float_2, mfma_32x32, 2, as_xf32(), as_xf32())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_16x16x8_xf32, hipify::float_4, hipify::float_2, mfma_16x16, 2, as_xf32(), as_xf32())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_32x32x16_fp8_fp8, hipify::float_16, long, mfma_32x32, 8, as_fp8_fnuz(), as_fp8_fnuz())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_32x32x16_fp8_bf8, hipify::float_16, long, mfma_32x32, 8, as_fp8_fnuz(), as_bf8_fnuz())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_32x32x16_bf8_fp8, hipify::float_16, long, mfma_32x32, 8, as_bf8_fnuz(), as_fp8_fnuz())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_32x32x16_bf8_bf8, hipify::float_16, long, mfma_32x32, 8, as_bf8_fnuz(), as_bf8_fnuz())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_16x16x32_fp8_fp8, hipify::float_4, long, mfma_16x16, 8, as_fp8_fnuz(), as_fp8_fnuz())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_16x16x32_fp8_bf8, hipify::float_4, long, mfma_16x16, 8, as_fp8_fnuz(), as_bf8_fnuz())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_16x16x32_bf8_fp8, hipify::float_4, long, mfma_16x16, 8, as_bf8_fnuz(), as_fp8_fnuz())
HIPIFY_DEVICE_MFMA(__builtin_amdgcn_mfma_f32_16x16x32_bf8_bf8, hipify::float_4, long, mfma_16x16, 8, as_bf8_fnuz(), as_bf8_fnuz())
#undef HIPIFY_DEVICE_MFMA

HIPIFY_DEVICE hipify::double_4 __builtin_amdgcn_mfma_f64_16x16x4f64(double a, double b, hipify::double_4 c, int blocks_log2, int block, int negated) {
    double sums[4] = {c[0], c[1], c[2], c[3]};
    hipify::mfma_of_doubles<hipify::mfma_doubles>(a, b, sums, {blocks_log2, block, negated});
    return hipify::double_4{sums[0], sums[1], sums[2], sums[3]};
}
HIPIFY_DEVICE double __builtin_amdgcn_mfma_f64_4x4x4f64(double a, double b, double c, int blocks_log2, int block, int negated) {
    double sums[1] = {c};
    hipify::mfma_of_doubles<hipify::small_double_layout>(a, b, sums, {blocks_log2, block, negated});
    return sums[0];
}

#endif
