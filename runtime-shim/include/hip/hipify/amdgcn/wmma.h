// Matrix instructions of RDNA's waves, of 32 and of 64 lanes: products of matrices of 16 rows that the lanes of a wave hold together.
#ifndef HIPIFY_AMDGCN_WMMA_H
#define HIPIFY_AMDGCN_WMMA_H

#include <hip/hipify/amdgcn/dot.h>
#include <hip/hipify/matrix_parts.h>

namespace hipify {

/// gfx11: each half of 16 lanes has all of A's rows and B's columns, and rows of the result stand in halves by turns.
template <int lanes>
using wmma_gfx11 = matrix_layout<lanes, 16, 1, 1, 1>;
/// gfx12: each half has a part of the depth, and rows of the result that follow one another.
template <int lanes>
using wmma_gfx12 = matrix_layout<lanes, 16, 1, lanes / 16, 256 / lanes>;

typedef as_small<__HIP_E4M3> as_fp8;
typedef as_small<__HIP_E5M2> as_bf8;

template <typename Layout, int depth, typename CodingA, typename CodingB, typename Operand, typename Result>
HIPIFY_DEVICE Result wmma_floats(const Operand &a, const Operand &b, const Result &c, const CodingA &of_a, const CodingB &of_b) {
    float sums[Layout::items];
    Result result = c;
    for (int item = 0; item < Layout::items; ++item) sums[item] = c[item];
    add_product<Layout, depth>(a, b, sums, of_a, of_b);
    for (int item = 0; item < Layout::items; ++item) result[item] = sums[item];
    return result;
}

template <typename Layout, int depth, int bits, typename Operand, typename Result>
HIPIFY_DEVICE Result wmma_integers(bool a_signed, const Operand &a, bool b_signed, const Operand &b, const Result &c, bool clamp) {
    long long sums[Layout::items];
    Result result = c;
    for (int item = 0; item < Layout::items; ++item) sums[item] = c[item];
    add_product<Layout, depth>(a, b, sums, as_integer<bits>{a_signed}, as_integer<bits>{b_signed});
    for (int item = 0; item < Layout::items; ++item) result[item] = signed_sum(sums[item], clamp);
    return result;
}

/// A number of 16 bits as a result holds it.
HIPIFY_DEVICE _Float16 stored_16(float sum, as_f16) { return static_cast<_Float16>(sum); }
HIPIFY_DEVICE short stored_16(float sum, as_bf16) { return static_cast<short>(bf16_bits(sum)); }

/// Results of 16 bits, `apart` elements from one another from `first` on. What is between them stays.
template <typename Layout, int depth, int apart, typename Coding, typename Operand, typename Result>
HIPIFY_DEVICE Result wmma_16(const Operand &a, const Operand &b, const Result &c, const Coding &coding, int first) {
    float sums[Layout::items];
    Result result = c;
    for (int item = 0; item < Layout::items; ++item) {
        auto held = c[item * apart + first];
        sums[item] = coding(__builtin_bit_cast(unsigned short, held));
    }
    add_product<Layout, depth>(a, b, sums, coding, coding);
    for (int item = 0; item < Layout::items; ++item) result[item * apart + first] = stored_16(sums[item], coding);
    return result;
}

}  // namespace hipify

#define HIPIFY_DEVICE_WMMA(name, Result, Operand, layout, depth, of_a, of_b)                          \
    HIPIFY_DEVICE Result name(Operand a, Operand b, Result c) {                                       \
        return hipify::wmma_floats<hipify::layout, depth>(a, b, c, hipify::of_a(), hipify::of_b());   \
    }
#define HIPIFY_DEVICE_WMMA_INTEGERS(name, Result, Operand, layout, depth, bits)                                        \
    HIPIFY_DEVICE Result name(bool a_signed, Operand a, bool b_signed, Operand b, Result c, bool clamp) {              \
        return hipify::wmma_integers<hipify::layout, depth, bits>(a_signed, a, b_signed, b, c, clamp);                 \
    }
// Results in the low or the high halves of words.
#define HIPIFY_DEVICE_WMMA_HALVES(name, Result, Operand, layout, depth, coding)                          \
    HIPIFY_DEVICE Result name(Operand a, Operand b, Result c, bool high) {                               \
        return hipify::wmma_16<hipify::layout, depth, 2>(a, b, c, hipify::coding(), high ? 1 : 0);       \
    }
#define HIPIFY_DEVICE_WMMA_16(name, Result, Operand, layout, depth, coding)                              \
    HIPIFY_DEVICE Result name(Operand a, Operand b, Result c) {                                          \
        return hipify::wmma_16<hipify::layout, depth, 1>(a, b, c, hipify::coding(), 0);                  \
    }
// gfx11, waves of 32 lanes.
HIPIFY_DEVICE_WMMA(__builtin_amdgcn_wmma_f32_16x16x16_f16_w32, hipify::float_8, hipify::half_16, wmma_gfx11<32>, 16, as_f16, as_f16)
HIPIFY_DEVICE_WMMA(__builtin_amdgcn_wmma_f32_16x16x16_bf16_w32, hipify::float_8, hipify::short_16, wmma_gfx11<32>, 16, as_bf16, as_bf16)
HIPIFY_DEVICE_WMMA_HALVES(__builtin_amdgcn_wmma_f16_16x16x16_f16_w32, hipify::half_16, hipify::half_16, wmma_gfx11<32>, 16, as_f16)
HIPIFY_DEVICE_WMMA_HALVES(__builtin_amdgcn_wmma_f16_16x16x16_f16_tied_w32, hipify::half_16, hipify::half_16, wmma_gfx11<32>, 16, as_f16)
HIPIFY_DEVICE_WMMA_HALVES(__builtin_amdgcn_wmma_bf16_16x16x16_bf16_w32, hipify::short_16, hipify::short_16, wmma_gfx11<32>, 16, as_bf16)
HIPIFY_DEVICE_WMMA_HALVES(__builtin_amdgcn_wmma_bf16_16x16x16_bf16_tied_w32, hipify::short_16, hipify::short_16, wmma_gfx11<32>, 16, as_bf16)
HIPIFY_DEVICE_WMMA_INTEGERS(__builtin_amdgcn_wmma_i32_16x16x16_iu8_w32, hipify::int_8, hipify::int_4, wmma_gfx11<32>, 16, 8)
HIPIFY_DEVICE_WMMA_INTEGERS(__builtin_amdgcn_wmma_i32_16x16x16_iu4_w32, hipify::int_8, hipify::int_2, wmma_gfx11<32>, 16, 4)
// gfx11, waves of 64 lanes.
HIPIFY_DEVICE_WMMA(__builtin_amdgcn_wmma_f32_16x16x16_f16_w64, hipify::float_4, hipify::half_16, wmma_gfx11<64>, 16, as_f16, as_f16)
HIPIFY_DEVICE_WMMA(__builtin_amdgcn_wmma_f32_16x16x16_bf16_w64, hipify::float_4, hipify::short_16, wmma_gfx11<64>, 16, as_bf16, as_bf16)
HIPIFY_DEVICE_WMMA_HALVES(__builtin_amdgcn_wmma_f16_16x16x16_f16_w64, hipify::half_8, hipify::half_16, wmma_gfx11<64>, 16, as_f16)
HIPIFY_DEVICE_WMMA_HALVES(__builtin_amdgcn_wmma_f16_16x16x16_f16_tied_w64, hipify::half_8, hipify::half_16, wmma_gfx11<64>, 16, as_f16)
HIPIFY_DEVICE_WMMA_HALVES(__builtin_amdgcn_wmma_bf16_16x16x16_bf16_w64, hipify::short_8, hipify::short_16, wmma_gfx11<64>, 16, as_bf16)
HIPIFY_DEVICE_WMMA_HALVES(__builtin_amdgcn_wmma_bf16_16x16x16_bf16_tied_w64, hipify::short_8, hipify::short_16, wmma_gfx11<64>, 16, as_bf16)
HIPIFY_DEVICE_WMMA_INTEGERS(__builtin_amdgcn_wmma_i32_16x16x16_iu8_w64, hipify::int_4, hipify::int_4, wmma_gfx11<64>, 16, 8)
HIPIFY_DEVICE_WMMA_INTEGERS(__builtin_amdgcn_wmma_i32_16x16x16_iu4_w64, hipify::int_4, hipify::int_2, wmma_gfx11<64>, 16, 4)
// gfx12, waves of 32 lanes.
HIPIFY_DEVICE_WMMA(__builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12, hipify::float_8, hipify::half_8, wmma_gfx12<32>, 8, as_f16, as_f16)
HIPIFY_DEVICE_WMMA(__builtin_amdgcn_wmma_f32_16x16x16_bf16_w32_gfx12, hipify::float_8, hipify::short_8, wmma_gfx12<32>, 8, as_bf16, as_bf16)
HIPIFY_DEVICE_WMMA_16(__builtin_amdgcn_wmma_f16_16x16x16_f16_w32_gfx12, hipify::half_8, hipify::half_8, wmma_gfx12<32>, 8, as_f16)
HIPIFY_DEVICE_WMMA_16(__builtin_amdgcn_wmma_bf16_16x16x16_bf16_w32_gfx12, hipify::short_8, hipify::short_8, wmma_gfx12<32>, 8, as_bf16)
HIPIFY_DEVICE_WMMA(__builtin_amdgcn_wmma_f32_16x16x16_fp8_fp8_w32_gfx12, hipify::float_8, hipify::int_2, wmma_gfx12<32>, 8, as_fp8, as_fp8)
HIPIFY_DEVICE_WMMA(__builtin_amdgcn_wmma_f32_16x16x16_fp8_bf8_w32_gfx12, hipify::float_8, hipify::int_2, wmma_gfx12<32>, 8, as_fp8, as_bf8)
HIPIFY_DEVICE_WMMA(__builtin_amdgcn_wmma_f32_16x16x16_bf8_fp8_w32_gfx12, hipify::float_8, hipify::int_2, wmma_gfx12<32>, 8, as_bf8, as_fp8)
HIPIFY_DEVICE_WMMA(__builtin_amdgcn_wmma_f32_16x16x16_bf8_bf8_w32_gfx12, hipify::float_8, hipify::int_2, wmma_gfx12<32>, 8, as_bf8, as_bf8)
HIPIFY_DEVICE_WMMA_INTEGERS(__builtin_amdgcn_wmma_i32_16x16x16_iu8_w32_gfx12, hipify::int_8, hipify::int_2, wmma_gfx12<32>, 8, 8)
HIPIFY_DEVICE_WMMA_INTEGERS(__builtin_amdgcn_wmma_i32_16x16x16_iu4_w32_gfx12, hipify::int_8, int, wmma_gfx12<32>, 8, 4)
HIPIFY_DEVICE_WMMA_INTEGERS(__builtin_amdgcn_wmma_i32_16x16x32_iu4_w32_gfx12, hipify::int_8, hipify::int_2, wmma_gfx12<32>, 16, 4)
// gfx12, waves of 64 lanes.
HIPIFY_DEVICE_WMMA(__builtin_amdgcn_wmma_f32_16x16x16_f16_w64_gfx12, hipify::float_4, hipify::half_4, wmma_gfx12<64>, 4, as_f16, as_f16)
HIPIFY_DEVICE_WMMA(__builtin_amdgcn_wmma_f32_16x16x16_bf16_w64_gfx12, hipify::float_4, hipify::short_4, wmma_gfx12<64>, 4, as_bf16, as_bf16)
HIPIFY_DEVICE_WMMA_16(__builtin_amdgcn_wmma_f16_16x16x16_f16_w64_gfx12, hipify::half_4, hipify::half_4, wmma_gfx12<64>, 4, as_f16)
HIPIFY_DEVICE_WMMA_16(__builtin_amdgcn_wmma_bf16_16x16x16_bf16_w64_gfx12, hipify::short_4, hipify::short_4, wmma_gfx12<64>, 4, as_bf16)
HIPIFY_DEVICE_WMMA(__builtin_amdgcn_wmma_f32_16x16x16_fp8_fp8_w64_gfx12, hipify::float_4, int, wmma_gfx12<64>, 4, as_fp8, as_fp8)
HIPIFY_DEVICE_WMMA(__builtin_amdgcn_wmma_f32_16x16x16_fp8_bf8_w64_gfx12, hipify::float_4, int, wmma_gfx12<64>, 4, as_fp8, as_bf8)
HIPIFY_DEVICE_WMMA(__builtin_amdgcn_wmma_f32_16x16x16_bf8_fp8_w64_gfx12, hipify::float_4, int, wmma_gfx12<64>, 4, as_bf8, as_fp8)
HIPIFY_DEVICE_WMMA(__builtin_amdgcn_wmma_f32_16x16x16_bf8_bf8_w64_gfx12, hipify::float_4, int, wmma_gfx12<64>, 4, as_bf8, as_bf8)
HIPIFY_DEVICE_WMMA_INTEGERS(__builtin_amdgcn_wmma_i32_16x16x16_iu8_w64_gfx12, hipify::int_4, int, wmma_gfx12<64>, 4, 8)
HIPIFY_DEVICE_WMMA_INTEGERS(__builtin_amdgcn_wmma_i32_16x16x16_iu4_w64_gfx12, hipify::int_4, int, wmma_gfx12<64>, 4, 4)
HIPIFY_DEVICE_WMMA_INTEGERS(__builtin_amdgcn_wmma_i32_16x16x32_iu4_w64_gfx12, hipify::int_4, int, wmma_gfx12<64>, 8, 4)
#undef HIPIFY_DEVICE_WMMA
#undef HIPIFY_DEVICE_WMMA_INTEGERS
#undef HIPIFY_DEVICE_WMMA_HALVES
#undef HIPIFY_DEVICE_WMMA_16

#endif
