// How lanes hold matrices, and products of what they hold: the machinery of the matrix instructions.
#ifndef HIPIFY_MATRIX_PARTS_H
#define HIPIFY_MATRIX_PARTS_H

#include <hip/hipify/amdgcn/lanes.h>
#include <hip/hipify/small_forms.h>

namespace hipify {

// As clang declares the builtins' vectors: those of other elements and the same size are taken as they are.
typedef float float_2 __attribute__((vector_size(2 * sizeof(float))));
typedef float float_4 __attribute__((vector_size(4 * sizeof(float))));
typedef float float_8 __attribute__((vector_size(8 * sizeof(float))));
typedef float float_16 __attribute__((vector_size(16 * sizeof(float))));
typedef float float_32 __attribute__((vector_size(32 * sizeof(float))));
typedef double double_4 __attribute__((vector_size(4 * sizeof(double))));
typedef int int_2 __attribute__((vector_size(2 * sizeof(int))));
typedef int int_4 __attribute__((vector_size(4 * sizeof(int))));
typedef int int_8 __attribute__((vector_size(8 * sizeof(int))));
typedef int int_16 __attribute__((vector_size(16 * sizeof(int))));
typedef int int_32 __attribute__((vector_size(32 * sizeof(int))));
typedef short short_2 __attribute__((vector_size(2 * sizeof(short))));
typedef short short_4 __attribute__((vector_size(4 * sizeof(short))));
typedef short short_8 __attribute__((vector_size(8 * sizeof(short))));
typedef short short_16 __attribute__((vector_size(16 * sizeof(short))));
typedef _Float16 half_4 __attribute__((vector_size(4 * sizeof(_Float16))));
typedef _Float16 half_8 __attribute__((vector_size(8 * sizeof(_Float16))));
typedef _Float16 half_16 __attribute__((vector_size(16 * sizeof(_Float16))));

/// How an element is coded in the low bits of a word: its size, the type to compute in, and its value there.
struct as_f64 {
    typedef double number;
    static constexpr int bits = 64;
    HIPIFY_DEVICE double operator()(unsigned long long coded) const { return __builtin_bit_cast(double, coded); }
};
struct as_f32 {
    typedef float number;
    static constexpr int bits = 32;
    HIPIFY_DEVICE float operator()(unsigned long long coded) const {
        return __builtin_bit_cast(float, static_cast<unsigned int>(coded));
    }
};
/// Ten bits of the mantissa count, rounded to nearest even.
struct as_xf32 {
    typedef float number;
    static constexpr int bits = 32;
    HIPIFY_DEVICE float operator()(unsigned long long coded) const {
        unsigned int word = static_cast<unsigned int>(coded);
        if ((word & 0x7f800000) != 0x7f800000) word += 0xfff + (word >> 13 & 1);
        return __builtin_bit_cast(float, word & ~0x1fffu);
    }
};
struct as_f16 {
    typedef float number;
    static constexpr int bits = 16;
    HIPIFY_DEVICE float operator()(unsigned long long coded) const {
        return static_cast<float>(__builtin_bit_cast(_Float16, static_cast<unsigned short>(coded)));
    }
};
struct as_bf16 {
    typedef float number;
    static constexpr int bits = 16;
    HIPIFY_DEVICE float operator()(unsigned long long coded) const {
        return __builtin_bit_cast(float, static_cast<unsigned int>(coded) << 16);
    }
};
template <__hip_fp8_interpretation_t form>
struct as_small {
    typedef float number;
    static constexpr int bits = 8;
    HIPIFY_DEVICE float operator()(unsigned long long coded) const {
        return float_of_small(static_cast<unsigned char>(coded), form_of(form));
    }
};
template <int size>
struct as_integer {
    typedef long long number;
    static constexpr int bits = size;
    bool is_signed;
    HIPIFY_DEVICE long long operator()(unsigned long long coded) const {
        unsigned long long top = coded << (64 - size);
        return is_signed ? static_cast<long long>(top) >> (64 - size) : static_cast<long long>(top >> (64 - size));
    }
};

/// A sum as a result holds it: of integers the last 32 bits.
HIPIFY_DEVICE float summed(float sum) { return sum; }
HIPIFY_DEVICE int summed(long long sum) { return static_cast<int>(static_cast<unsigned int>(sum)); }

HIPIFY_DEVICE double with_product(double a, double b, double sum) { return __builtin_fma(a, b, sum); }
HIPIFY_DEVICE float with_product(float a, float b, float sum) { return __builtin_fmaf(a, b, sum); }
HIPIFY_DEVICE long long with_product(long long a, long long b, long long sum) { return sum + a * b; }

/// Where lanes hold square results of `blocks` products, and their operands. Lane by lane a row of A (a column of B) stands in a
/// lane, first those of each block, then, in `groups`, further elements along the depth. Results are columns of lanes with `run` rows
/// one below another in each lane, then those of the next lanes.
template <int lane_count, int edge_size, int block_count, int group_count, int run>
struct matrix_layout {
    static constexpr int lanes = lane_count, edge = edge_size, blocks = block_count, groups = group_count;
    static constexpr int items = edge * edge * blocks / lanes;

    /// The row of an item of a lane, blocks one below another.
    static HIPIFY_DEVICE int row(int lane, int item) { return run * (lane / edge + lanes / edge * (item / run)) + item % run; }
    static HIPIFY_DEVICE int operand_lane(int line, int block, int group) { return line + edge * (block + blocks * group); }
};

/// V_MFMA_F64_4X4X4_4B_F64 has the blocks of its result where other layouts have rows.
struct small_double_layout : matrix_layout<64, 4, 4, 4, 1> {
    static HIPIFY_DEVICE int row(int lane, int) { return lane / 4 % 4 * 4 + lane / 16; }
};

/// The modifiers of MFMA: which block's A others take, and from which lanes B comes.
struct mfma_modifiers {
    int blocks_log2, block, pattern;

    HIPIFY_DEVICE int block_of_a(int own) const { return (own & -(1 << blocks_log2)) + (blocks_log2 == 0 ? 0 : block); }
    HIPIFY_DEVICE int lane_of_b(int lane) const {
        switch (pattern) {
            case 1: return lane & 31;
            case 2: return lane | 32;
            case 3: return (lane + 16) & 63;
            case 4: case 5: case 6: case 7: return (lane & 15) + 16 * (pattern - 4);
            default: return lane;
        }
    }
};

/// What lanes hold as words of 64 bits, which they put one at a time; a lane that is not active counts as 0.
template <typename Held>
struct held_words {
    static constexpr int count = (sizeof(Held) + 7) / 8;
    unsigned long long words[count];

    explicit HIPIFY_DEVICE held_words(const Held &held) : words() { __builtin_memcpy(words, &held, sizeof(Held)); }
    HIPIFY_DEVICE void put(int word) const {
        __hipify_put64(words[word]);
        __hipify_warp_sync();
    }
    static HIPIFY_DEVICE unsigned long long get(int lane) {
        return lane_is_active(static_cast<unsigned int>(lane)) ? __hipify_get64(static_cast<unsigned int>(lane)) : 0;
    }
};

template <typename Coding>
HIPIFY_DEVICE typename Coding::number element(const unsigned long long *words, int i, const Coding &coding) {
    unsigned long long from = words[i * Coding::bits / 64] >> i * Coding::bits % 64;
    return coding(from & ~0ull >> (64 - Coding::bits));
}

/// Adds a lane's part of a product to `sums`. Lanes hold `depth` elements of each operand. Waves of a layout with fewer lanes than
/// the wave that runs are its parts.
template <typename Layout, int depth, typename A, typename B, typename CodingA, typename CodingB>
HIPIFY_DEVICE void add_product(const A &a, const B &b, typename CodingA::number (&sums)[Layout::items], const CodingA &of_a,
                               const CodingB &of_b, const mfma_modifiers &modifiers = {0, 0, 0}) {
    if (__hipify_warp_size() < Layout::lanes) __hipify_wide_tile(Layout::lanes);
    constexpr int items = Layout::items, groups = Layout::groups, edge = Layout::edge, words = held_words<A>::count;
    const int own = static_cast<int>(__hipify_lane()), lane = own % Layout::lanes, first = own - lane;
    unsigned long long rows[items][groups][words], columns[groups * items][words];
    held_words<A> held_a(a);
    for (int word = 0; word < words; ++word) {
        held_a.put(word);
        for (int item = 0; item < items; ++item) {
            int row = Layout::row(lane, item), block = modifiers.block_of_a(row / edge);
            for (int group = 0; group < groups; ++group)
                rows[item][group][word] = held_a.get(first + Layout::operand_lane(row % edge, block, group));
        }
    }
    held_words<B> held_b(b);
    for (int word = 0; word < words; ++word) {
        held_b.put(word);
        for (int item = 0; item < items; ++item) {
            int block = Layout::row(lane, item) / edge;
            for (int group = 0; group < groups; ++group) {
                int from = modifiers.lane_of_b(Layout::operand_lane(lane % edge, block, group));
                columns[item * groups + group][word] = held_b.get(first + from);
            }
        }
    }
    for (int item = 0; item < items; ++item)
        for (int group = 0; group < groups; ++group)
            for (int i = 0; i < depth; ++i)
                sums[item] = with_product(element(rows[item][group], i, of_a), element(columns[item * groups + group], i, of_b), sums[item]);
}

}  // namespace hipify

#endif
