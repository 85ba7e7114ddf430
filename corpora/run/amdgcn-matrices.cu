// run: wave-any
// targets: cpu (no single GPU has all of these builtins)
// nvcc: none, the builtins are those of AMD's GPUs
// AMDGCN's matrix instructions against a product of matrices whose elements stand in lanes as AMD's instruction sets CDNA3 (7.1.4), RDNA3
// (7.9) and RDNA4 (7.12) say: the layouts by element here, by lane in what is tested.
#include "check.h"

#include <cstring>

typedef float float2v __attribute__((ext_vector_type(2)));
typedef float float4v __attribute__((ext_vector_type(4)));
typedef float float8v __attribute__((ext_vector_type(8)));
typedef float float16v __attribute__((ext_vector_type(16)));
typedef float float32v __attribute__((ext_vector_type(32)));
typedef double double4v __attribute__((ext_vector_type(4)));
typedef int int2v __attribute__((ext_vector_type(2)));
typedef int int4v __attribute__((ext_vector_type(4)));
typedef int int8v __attribute__((ext_vector_type(8)));
typedef int int16v __attribute__((ext_vector_type(16)));
typedef int int32v __attribute__((ext_vector_type(32)));
typedef short short2v __attribute__((ext_vector_type(2)));
typedef short short4v __attribute__((ext_vector_type(4)));
typedef short short8v __attribute__((ext_vector_type(8)));
typedef short short16v __attribute__((ext_vector_type(16)));
typedef _Float16 half4v __attribute__((ext_vector_type(4)));
typedef _Float16 half8v __attribute__((ext_vector_type(8)));
typedef _Float16 half16v __attribute__((ext_vector_type(16)));

// A coding of elements: integers have no exponent.
struct Coding {
    int bits, mantissa, bias;
    bool is_signed;
};
constexpr Coding f64{64, 52, 1023, true}, f32{32, 23, 127, true}, f16{16, 10, 15, true}, bf16{16, 7, 127, true}, fp8{8, 3, 7, true},
    bf8{8, 2, 15, true}, fp8_fnuz{8, 3, 8, true}, bf8_fnuz{8, 2, 16, true}, i32{32, 0, 0, true}, i8{8, 0, 0, true}, u8{8, 0, 0, false},
    i4{4, 0, 0, true}, u4{4, 0, 0, false};

// A whole number that the coding has exactly.
uint64_t coded(const Coding &coding, long value) {
    uint64_t mask = ~0ull >> (64 - coding.bits);
    if (coding.bias == 0) return (uint64_t)value & mask;
    if (value == 0) return 0;
    uint64_t size = (uint64_t)std::labs(value), exponent = 63 - (uint64_t)__builtin_clzll(size);
    uint64_t fraction = (size << (coding.mantissa - (int)exponent)) & ((1ull << coding.mantissa) - 1);
    uint64_t sign = value < 0 ? 1ull << (coding.bits - 1) : 0;
    return sign | (exponent + (uint64_t)coding.bias) << coding.mantissa | fraction;
}

enum Family { mfma, mfma_doubles, gfx11, gfx12 };

// One instruction: products of `edge` by `depth` by `edge`, in waves of `lanes`.
struct Shape {
    const char *name;
    Family family;
    int lanes, edge, blocks, depth;
    Coding a, b, result;
    // Bits of a result item where it is one of two halves of a word, and which.
    int apart, first;
    int blocks_log2, block, pattern;
};

struct At {
    int lane, element;
};

// Where an element of A stands, or, by its column, one of B. gfx11 has copies of it in all further groups of 16 lanes.
At operand_at(const Shape &s, int block, int line, int k) {
    if (s.family == gfx11) return {line, k};
    int per_lane = s.depth * s.edge * s.blocks / s.lanes;
    if (s.family == mfma_doubles && s.blocks > 1) return {line + 4 * block + 16 * k, 0};
    return {line + s.edge * (s.blocks > 1 ? block : k / per_lane), k % per_lane};
}
At result_at(const Shape &s, int block, int row, int column) {
    int step = s.lanes / 16, run = 256 / s.lanes;
    if (s.family == gfx11) return {column + 16 * (row % step), row / step * s.apart + s.first};
    if (s.family == gfx12) return {column + 16 * (row / run), row % run};
    if (s.family == mfma_doubles && s.blocks > 1) return {column + 4 * block + 16 * row, 0};
    if (s.family == mfma_doubles) return {column + 16 * (row % 4), row / 4};
    if (s.edge == 32) return {column + 32 * (row / 4 % 2), 16 * block + row / 8 * 4 + row % 4};
    if (s.edge == 16) return {column + 16 * (row / 4), 4 * block + row % 4};
    return {column + 4 * block, row};
}
// The lane whose B a lane gets (CDNA3 7.1.3, BLGP).
int lane_of_b(int pattern, int lane) {
    static const int firsts[8][4] = {{0, 16, 32, 48}, {0, 16, 0, 16}, {32, 48, 32, 48}, {16, 32, 48, 0},
                                     {0, 0, 0, 0},    {16, 16, 16, 16}, {32, 32, 32, 32}, {48, 48, 48, 48}};
    return firsts[pattern][lane / 16] + lane % 16;
}

// What the lanes hold, as bytes: `bytes` of each lane.
struct Held {
    int bytes;
    std::vector<unsigned char> all;

    Held(int lanes, int bytes_of_lane) : bytes(bytes_of_lane), all((size_t)(lanes * bytes_of_lane)) {}
    void put(const Coding &coding, At at, long value) {
        uint64_t bits = coded(coding, value);
        unsigned char *lane = &all[(size_t)(at.lane * bytes)];
        if (coding.bits == 4) lane[at.element / 2] |= (unsigned char)(bits << 4 * (at.element % 2));
        else memcpy(lane + at.element * coding.bits / 8, &bits, (size_t)coding.bits / 8);
    }
};

long small_value(const Coding &coding, unsigned word) {
    // Sums of products of these are exact in every coding of results.
    if (coding.bias != 0) return (long)(word % 7) - 3;
    unsigned top = word % (1u << coding.bits);
    return coding.is_signed && top >> (coding.bits - 1) ? (long)top - (1l << coding.bits) : (long)top;
}

// Makes operands for each wave of 64 threads, runs the instruction, and compares every byte of the results.
template <typename A, typename Result>
void check(Verdict &verdict, const Shape &s, void (*kernel)(const A *, const A *, Result *)) {
    const int threads = 64, waves = threads / s.lanes;
    Held a(threads, sizeof(A)), b(threads, sizeof(A)), c(threads, sizeof(Result));
    Held want(threads, sizeof(Result));
    auto words = random_words((size_t)(waves * s.blocks * 2 * s.edge * s.depth), (unsigned)(s.depth * s.lanes + s.edge));
    size_t next = 0;
    for (int wave = 0; wave < waves; ++wave) {
        std::vector<std::vector<long>> values[2];
        for (int operand = 0; operand < 2; ++operand) {
            const Coding &coding = operand == 0 ? s.a : s.b;
            for (int block = 0; block < s.blocks; ++block) {
                std::vector<long> matrix;
                for (int line = 0; line < s.edge; ++line) {
                    for (int k = 0; k < s.depth; ++k) {
                        matrix.push_back(small_value(coding, words[next++] >> 3));
                        At at = operand_at(s, block, line, k);
                        for (int copy = 0; copy < (s.family == gfx11 ? s.lanes / 16 : 1); ++copy)
                            (operand == 0 ? a : b).put(coding, {wave * s.lanes + at.lane + 16 * copy, at.element}, matrix.back());
                    }
                }
                values[operand].push_back(matrix);
            }
        }
        // What stands where a lane of B is read from.
        auto b_value = [&](int block, int column, int k) {
            if (s.pattern == 0 || s.family == mfma_doubles) return values[1][(size_t)block][(size_t)(column * s.depth + k)];
            At at = operand_at(s, block, column, k);
            int from = lane_of_b(s.pattern, at.lane);
            for (int other = 0; other < s.blocks; ++other)
                for (int line = 0; line < s.edge; ++line)
                    for (int deep = 0; deep < s.depth; ++deep) {
                        At there = operand_at(s, other, line, deep);
                        if (there.lane == from && there.element == at.element) return values[1][(size_t)other][(size_t)(line * s.depth + deep)];
                    }
            return 0l;
        };
        int group = 1 << s.blocks_log2, negated = s.family == mfma_doubles ? s.pattern : 0;
        for (int block = 0; block < s.blocks; ++block) {
            int of_a = group == 1 ? block : block / group * group + s.block;
            for (int row = 0; row < s.edge; ++row) {
                for (int column = 0; column < s.edge; ++column) {
                    At at = result_at(s, block, row, column);
                    at.lane += wave * s.lanes;
                    long start = (row * 5 + column * 3 + block) % 17 - 8, sum = negated & 4 ? -start : start;
                    c.put(s.result, at, start);
                    for (int k = 0; k < s.depth; ++k) {
                        long product = values[0][(size_t)of_a][(size_t)(row * s.depth + k)] * b_value(block, column, k);
                        sum += ((negated & 1) != 0) != ((negated & 2) != 0) ? -product : product;
                    }
                    want.put(s.result, at, sum);
                    // The other half of the word keeps what was there, here nothing.
                }
            }
        }
    }
    const std::vector<unsigned char> &raw_a = a.all, &raw_b = b.all, &raw_c = c.all;
    Array<unsigned char> in_a(raw_a), in_b(raw_b), out(raw_c);
    kernel<<<1, threads>>>((const A *)in_a.p, (const A *)in_b.p, (Result *)out.p);
    verdict.same(s.name, out.host(), want.all);
}

#define MFMA_KERNEL(label, builtin, Operand, Result, ...)                                        \
    __global__ void label(const Operand *a, const Operand *b, Result *c) {                       \
        int t = threadIdx.x;                                                                     \
        c[t] = builtin(a[t], b[t], c[t], __VA_ARGS__);                                           \
    }
#define WMMA_KERNEL(label, builtin, Operand, Result)                                             \
    __global__ void label(const Operand *a, const Operand *b, Result *c) {                       \
        int t = threadIdx.x;                                                                     \
        c[t] = builtin(a[t], b[t], c[t]);                                                        \
    }
#define HALVES_KERNEL(label, builtin, Operand, Result, high)                                     \
    __global__ void label(const Operand *a, const Operand *b, Result *c) {                       \
        int t = threadIdx.x;                                                                     \
        c[t] = builtin(a[t], b[t], c[t], high);                                                  \
    }
#define INTEGERS_KERNEL(label, builtin, Operand, Result, a_signed, b_signed)                     \
    __global__ void label(const Operand *a, const Operand *b, Result *c) {                       \
        int t = threadIdx.x;                                                                     \
        c[t] = builtin(a_signed, a[t], b_signed, b[t], c[t], false);                             \
    }

MFMA_KERNEL(mfma_f32_32x32x1f32, __builtin_amdgcn_mfma_f32_32x32x1f32, float, float32v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_16x16x1f32, __builtin_amdgcn_mfma_f32_16x16x1f32, float, float16v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_4x4x1f32, __builtin_amdgcn_mfma_f32_4x4x1f32, float, float4v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_32x32x2f32, __builtin_amdgcn_mfma_f32_32x32x2f32, float, float16v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_16x16x4f32, __builtin_amdgcn_mfma_f32_16x16x4f32, float, float4v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_32x32x4f16, __builtin_amdgcn_mfma_f32_32x32x4f16, half4v, float32v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_32x32x4bf16_1k, __builtin_amdgcn_mfma_f32_32x32x4bf16_1k, short4v, float32v, 0, 0, 0)
MFMA_KERNEL(mfma_i32_32x32x4i8, __builtin_amdgcn_mfma_i32_32x32x4i8, int, int32v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_16x16x4f16, __builtin_amdgcn_mfma_f32_16x16x4f16, half4v, float16v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_16x16x4bf16_1k, __builtin_amdgcn_mfma_f32_16x16x4bf16_1k, short4v, float16v, 0, 0, 0)
MFMA_KERNEL(mfma_i32_16x16x4i8, __builtin_amdgcn_mfma_i32_16x16x4i8, int, int16v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_4x4x4f16, __builtin_amdgcn_mfma_f32_4x4x4f16, half4v, float4v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_4x4x4bf16_1k, __builtin_amdgcn_mfma_f32_4x4x4bf16_1k, short4v, float4v, 0, 0, 0)
MFMA_KERNEL(mfma_i32_4x4x4i8, __builtin_amdgcn_mfma_i32_4x4x4i8, int, int4v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_32x32x8f16, __builtin_amdgcn_mfma_f32_32x32x8f16, half4v, float16v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_32x32x8bf16_1k, __builtin_amdgcn_mfma_f32_32x32x8bf16_1k, short4v, float16v, 0, 0, 0)
MFMA_KERNEL(mfma_i32_32x32x8i8, __builtin_amdgcn_mfma_i32_32x32x8i8, int, int16v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_16x16x16f16, __builtin_amdgcn_mfma_f32_16x16x16f16, half4v, float4v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_16x16x16bf16_1k, __builtin_amdgcn_mfma_f32_16x16x16bf16_1k, short4v, float4v, 0, 0, 0)
MFMA_KERNEL(mfma_i32_16x16x16i8, __builtin_amdgcn_mfma_i32_16x16x16i8, int, int4v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_32x32x2bf16, __builtin_amdgcn_mfma_f32_32x32x2bf16, short2v, float32v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_16x16x2bf16, __builtin_amdgcn_mfma_f32_16x16x2bf16, short2v, float16v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_4x4x2bf16, __builtin_amdgcn_mfma_f32_4x4x2bf16, short2v, float4v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_32x32x4bf16, __builtin_amdgcn_mfma_f32_32x32x4bf16, short2v, float16v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_16x16x8bf16, __builtin_amdgcn_mfma_f32_16x16x8bf16, short2v, float4v, 0, 0, 0)
MFMA_KERNEL(mfma_i32_32x32x16_i8, __builtin_amdgcn_mfma_i32_32x32x16_i8, long, int16v, 0, 0, 0)
MFMA_KERNEL(mfma_i32_16x16x32_i8, __builtin_amdgcn_mfma_i32_16x16x32_i8, long, int4v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_32x32x4_xf32, __builtin_amdgcn_mfma_f32_32x32x4_xf32, float2v, float16v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_16x16x8_xf32, __builtin_amdgcn_mfma_f32_16x16x8_xf32, float2v, float4v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_32x32x16_fp8_fp8, __builtin_amdgcn_mfma_f32_32x32x16_fp8_fp8, long, float16v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_16x16x32_fp8_fp8, __builtin_amdgcn_mfma_f32_16x16x32_fp8_fp8, long, float4v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_32x32x16_fp8_bf8, __builtin_amdgcn_mfma_f32_32x32x16_fp8_bf8, long, float16v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_16x16x32_fp8_bf8, __builtin_amdgcn_mfma_f32_16x16x32_fp8_bf8, long, float4v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_32x32x16_bf8_fp8, __builtin_amdgcn_mfma_f32_32x32x16_bf8_fp8, long, float16v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_16x16x32_bf8_fp8, __builtin_amdgcn_mfma_f32_16x16x32_bf8_fp8, long, float4v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_32x32x16_bf8_bf8, __builtin_amdgcn_mfma_f32_32x32x16_bf8_bf8, long, float16v, 0, 0, 0)
MFMA_KERNEL(mfma_f32_16x16x32_bf8_bf8, __builtin_amdgcn_mfma_f32_16x16x32_bf8_bf8, long, float4v, 0, 0, 0)
MFMA_KERNEL(mfma_f64_16x16x4f64, __builtin_amdgcn_mfma_f64_16x16x4f64, double, double4v, 0, 0, 0)
MFMA_KERNEL(mfma_f64_4x4x4f64, __builtin_amdgcn_mfma_f64_4x4x4f64, double, double, 0, 0, 0)
MFMA_KERNEL(mfma_f64_16x16x4f64_0_0_5, __builtin_amdgcn_mfma_f64_16x16x4f64, double, double4v, 0, 0, 5)
MFMA_KERNEL(mfma_f32_32x32x1f32_1_1_0, __builtin_amdgcn_mfma_f32_32x32x1f32, float, float32v, 1, 1, 0)
MFMA_KERNEL(mfma_f32_16x16x1f32_1_1_0, __builtin_amdgcn_mfma_f32_16x16x1f32, float, float16v, 1, 1, 0)
MFMA_KERNEL(mfma_f32_4x4x1f32_2_3_0, __builtin_amdgcn_mfma_f32_4x4x1f32, float, float4v, 2, 3, 0)
MFMA_KERNEL(mfma_f32_4x4x4f16_4_9_0, __builtin_amdgcn_mfma_f32_4x4x4f16, half4v, float4v, 4, 9, 0)
MFMA_KERNEL(mfma_f32_16x16x4f32_0_0_1, __builtin_amdgcn_mfma_f32_16x16x4f32, float, float4v, 0, 0, 1)
MFMA_KERNEL(mfma_f32_16x16x4f32_0_0_2, __builtin_amdgcn_mfma_f32_16x16x4f32, float, float4v, 0, 0, 2)
MFMA_KERNEL(mfma_f32_16x16x4f32_0_0_3, __builtin_amdgcn_mfma_f32_16x16x4f32, float, float4v, 0, 0, 3)
MFMA_KERNEL(mfma_f32_16x16x4f32_0_0_4, __builtin_amdgcn_mfma_f32_16x16x4f32, float, float4v, 0, 0, 4)
MFMA_KERNEL(mfma_f32_16x16x4f32_0_0_5, __builtin_amdgcn_mfma_f32_16x16x4f32, float, float4v, 0, 0, 5)
MFMA_KERNEL(mfma_f32_16x16x4f32_0_0_6, __builtin_amdgcn_mfma_f32_16x16x4f32, float, float4v, 0, 0, 6)
MFMA_KERNEL(mfma_f32_16x16x4f32_0_0_7, __builtin_amdgcn_mfma_f32_16x16x4f32, float, float4v, 0, 0, 7)
WMMA_KERNEL(wmma_f32_16x16x16_f16_w32, __builtin_amdgcn_wmma_f32_16x16x16_f16_w32, half16v, float8v)
WMMA_KERNEL(wmma_f32_16x16x16_bf16_w32, __builtin_amdgcn_wmma_f32_16x16x16_bf16_w32, short16v, float8v)
HALVES_KERNEL(wmma_f16_16x16x16_f16_w32, __builtin_amdgcn_wmma_f16_16x16x16_f16_w32, half16v, half16v, false)
HALVES_KERNEL(wmma_f16_16x16x16_f16_tied_w32, __builtin_amdgcn_wmma_f16_16x16x16_f16_tied_w32, half16v, half16v, true)
HALVES_KERNEL(wmma_bf16_16x16x16_bf16_w32, __builtin_amdgcn_wmma_bf16_16x16x16_bf16_w32, short16v, short16v, false)
HALVES_KERNEL(wmma_bf16_16x16x16_bf16_tied_w32, __builtin_amdgcn_wmma_bf16_16x16x16_bf16_tied_w32, short16v, short16v, true)
INTEGERS_KERNEL(wmma_i32_16x16x16_iu8_w32, __builtin_amdgcn_wmma_i32_16x16x16_iu8_w32, int4v, int8v, true, false)
INTEGERS_KERNEL(wmma_i32_16x16x16_iu4_w32, __builtin_amdgcn_wmma_i32_16x16x16_iu4_w32, int2v, int8v, false, true)
WMMA_KERNEL(wmma_f32_16x16x16_f16_w32_gfx12, __builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12, half8v, float8v)
WMMA_KERNEL(wmma_f16_16x16x16_f16_w32_gfx12, __builtin_amdgcn_wmma_f16_16x16x16_f16_w32_gfx12, half8v, half8v)
WMMA_KERNEL(wmma_f32_16x16x16_bf16_w32_gfx12, __builtin_amdgcn_wmma_f32_16x16x16_bf16_w32_gfx12, short8v, float8v)
WMMA_KERNEL(wmma_bf16_16x16x16_bf16_w32_gfx12, __builtin_amdgcn_wmma_bf16_16x16x16_bf16_w32_gfx12, short8v, short8v)
WMMA_KERNEL(wmma_f32_16x16x16_fp8_fp8_w32_gfx12, __builtin_amdgcn_wmma_f32_16x16x16_fp8_fp8_w32_gfx12, int2v, float8v)
WMMA_KERNEL(wmma_f32_16x16x16_fp8_bf8_w32_gfx12, __builtin_amdgcn_wmma_f32_16x16x16_fp8_bf8_w32_gfx12, int2v, float8v)
WMMA_KERNEL(wmma_f32_16x16x16_bf8_fp8_w32_gfx12, __builtin_amdgcn_wmma_f32_16x16x16_bf8_fp8_w32_gfx12, int2v, float8v)
WMMA_KERNEL(wmma_f32_16x16x16_bf8_bf8_w32_gfx12, __builtin_amdgcn_wmma_f32_16x16x16_bf8_bf8_w32_gfx12, int2v, float8v)
INTEGERS_KERNEL(wmma_i32_16x16x16_iu8_w32_gfx12, __builtin_amdgcn_wmma_i32_16x16x16_iu8_w32_gfx12, int2v, int8v, false, true)
INTEGERS_KERNEL(wmma_i32_16x16x16_iu4_w32_gfx12, __builtin_amdgcn_wmma_i32_16x16x16_iu4_w32_gfx12, int, int8v, true, false)
INTEGERS_KERNEL(wmma_i32_16x16x32_iu4_w32_gfx12, __builtin_amdgcn_wmma_i32_16x16x32_iu4_w32_gfx12, int2v, int8v, true, true)
WMMA_KERNEL(wmma_f32_16x16x16_f16_w64, __builtin_amdgcn_wmma_f32_16x16x16_f16_w64, half16v, float4v)
WMMA_KERNEL(wmma_f32_16x16x16_bf16_w64, __builtin_amdgcn_wmma_f32_16x16x16_bf16_w64, short16v, float4v)
HALVES_KERNEL(wmma_f16_16x16x16_f16_w64, __builtin_amdgcn_wmma_f16_16x16x16_f16_w64, half16v, half8v, false)
HALVES_KERNEL(wmma_f16_16x16x16_f16_tied_w64, __builtin_amdgcn_wmma_f16_16x16x16_f16_tied_w64, half16v, half8v, true)
HALVES_KERNEL(wmma_bf16_16x16x16_bf16_w64, __builtin_amdgcn_wmma_bf16_16x16x16_bf16_w64, short16v, short8v, false)
HALVES_KERNEL(wmma_bf16_16x16x16_bf16_tied_w64, __builtin_amdgcn_wmma_bf16_16x16x16_bf16_tied_w64, short16v, short8v, true)
INTEGERS_KERNEL(wmma_i32_16x16x16_iu8_w64, __builtin_amdgcn_wmma_i32_16x16x16_iu8_w64, int4v, int4v, true, false)
INTEGERS_KERNEL(wmma_i32_16x16x16_iu4_w64, __builtin_amdgcn_wmma_i32_16x16x16_iu4_w64, int2v, int4v, false, true)
WMMA_KERNEL(wmma_f32_16x16x16_f16_w64_gfx12, __builtin_amdgcn_wmma_f32_16x16x16_f16_w64_gfx12, half4v, float4v)
WMMA_KERNEL(wmma_f16_16x16x16_f16_w64_gfx12, __builtin_amdgcn_wmma_f16_16x16x16_f16_w64_gfx12, half4v, half4v)
WMMA_KERNEL(wmma_f32_16x16x16_bf16_w64_gfx12, __builtin_amdgcn_wmma_f32_16x16x16_bf16_w64_gfx12, short4v, float4v)
WMMA_KERNEL(wmma_bf16_16x16x16_bf16_w64_gfx12, __builtin_amdgcn_wmma_bf16_16x16x16_bf16_w64_gfx12, short4v, short4v)
WMMA_KERNEL(wmma_f32_16x16x16_fp8_fp8_w64_gfx12, __builtin_amdgcn_wmma_f32_16x16x16_fp8_fp8_w64_gfx12, int, float4v)
WMMA_KERNEL(wmma_f32_16x16x16_fp8_bf8_w64_gfx12, __builtin_amdgcn_wmma_f32_16x16x16_fp8_bf8_w64_gfx12, int, float4v)
WMMA_KERNEL(wmma_f32_16x16x16_bf8_fp8_w64_gfx12, __builtin_amdgcn_wmma_f32_16x16x16_bf8_fp8_w64_gfx12, int, float4v)
WMMA_KERNEL(wmma_f32_16x16x16_bf8_bf8_w64_gfx12, __builtin_amdgcn_wmma_f32_16x16x16_bf8_bf8_w64_gfx12, int, float4v)
INTEGERS_KERNEL(wmma_i32_16x16x16_iu8_w64_gfx12, __builtin_amdgcn_wmma_i32_16x16x16_iu8_w64_gfx12, int, int4v, false, true)
INTEGERS_KERNEL(wmma_i32_16x16x16_iu4_w64_gfx12, __builtin_amdgcn_wmma_i32_16x16x16_iu4_w64_gfx12, int, int4v, true, false)
INTEGERS_KERNEL(wmma_i32_16x16x32_iu4_w64_gfx12, __builtin_amdgcn_wmma_i32_16x16x32_iu4_w64_gfx12, int, int4v, true, true)

void check_32(Verdict &verdict) {
    check(verdict, {"wmma_f32_16x16x16_f16_w32", gfx11, 32, 16, 1, 16, f16, f16, f32, 1, 0, 0, 0, 0}, wmma_f32_16x16x16_f16_w32);
    check(verdict, {"wmma_f32_16x16x16_bf16_w32", gfx11, 32, 16, 1, 16, bf16, bf16, f32, 1, 0, 0, 0, 0}, wmma_f32_16x16x16_bf16_w32);
    check(verdict, {"wmma_f16_16x16x16_f16_w32", gfx11, 32, 16, 1, 16, f16, f16, f16, 2, 0, 0, 0, 0}, wmma_f16_16x16x16_f16_w32);
    check(verdict, {"wmma_f16_16x16x16_f16_tied_w32", gfx11, 32, 16, 1, 16, f16, f16, f16, 2, 1, 0, 0, 0}, wmma_f16_16x16x16_f16_tied_w32);
    check(verdict, {"wmma_bf16_16x16x16_bf16_w32", gfx11, 32, 16, 1, 16, bf16, bf16, bf16, 2, 0, 0, 0, 0}, wmma_bf16_16x16x16_bf16_w32);
    check(verdict, {"wmma_bf16_16x16x16_bf16_tied_w32", gfx11, 32, 16, 1, 16, bf16, bf16, bf16, 2, 1, 0, 0, 0}, wmma_bf16_16x16x16_bf16_tied_w32);
    check(verdict, {"wmma_i32_16x16x16_iu8_w32", gfx11, 32, 16, 1, 16, i8, u8, i32, 1, 0, 0, 0, 0}, wmma_i32_16x16x16_iu8_w32);
    check(verdict, {"wmma_i32_16x16x16_iu4_w32", gfx11, 32, 16, 1, 16, u4, i4, i32, 1, 0, 0, 0, 0}, wmma_i32_16x16x16_iu4_w32);
    check(verdict, {"wmma_f32_16x16x16_f16_w32_gfx12", gfx12, 32, 16, 1, 16, f16, f16, f32, 1, 0, 0, 0, 0}, wmma_f32_16x16x16_f16_w32_gfx12);
    check(verdict, {"wmma_f16_16x16x16_f16_w32_gfx12", gfx12, 32, 16, 1, 16, f16, f16, f16, 1, 0, 0, 0, 0}, wmma_f16_16x16x16_f16_w32_gfx12);
    check(verdict, {"wmma_f32_16x16x16_bf16_w32_gfx12", gfx12, 32, 16, 1, 16, bf16, bf16, f32, 1, 0, 0, 0, 0}, wmma_f32_16x16x16_bf16_w32_gfx12);
    check(verdict, {"wmma_bf16_16x16x16_bf16_w32_gfx12", gfx12, 32, 16, 1, 16, bf16, bf16, bf16, 1, 0, 0, 0, 0}, wmma_bf16_16x16x16_bf16_w32_gfx12);
    check(verdict, {"wmma_f32_16x16x16_fp8_fp8_w32_gfx12", gfx12, 32, 16, 1, 16, fp8, fp8, f32, 1, 0, 0, 0, 0}, wmma_f32_16x16x16_fp8_fp8_w32_gfx12);
    check(verdict, {"wmma_f32_16x16x16_fp8_bf8_w32_gfx12", gfx12, 32, 16, 1, 16, fp8, bf8, f32, 1, 0, 0, 0, 0}, wmma_f32_16x16x16_fp8_bf8_w32_gfx12);
    check(verdict, {"wmma_f32_16x16x16_bf8_fp8_w32_gfx12", gfx12, 32, 16, 1, 16, bf8, fp8, f32, 1, 0, 0, 0, 0}, wmma_f32_16x16x16_bf8_fp8_w32_gfx12);
    check(verdict, {"wmma_f32_16x16x16_bf8_bf8_w32_gfx12", gfx12, 32, 16, 1, 16, bf8, bf8, f32, 1, 0, 0, 0, 0}, wmma_f32_16x16x16_bf8_bf8_w32_gfx12);
    check(verdict, {"wmma_i32_16x16x16_iu8_w32_gfx12", gfx12, 32, 16, 1, 16, u8, i8, i32, 1, 0, 0, 0, 0}, wmma_i32_16x16x16_iu8_w32_gfx12);
    check(verdict, {"wmma_i32_16x16x16_iu4_w32_gfx12", gfx12, 32, 16, 1, 16, i4, u4, i32, 1, 0, 0, 0, 0}, wmma_i32_16x16x16_iu4_w32_gfx12);
    check(verdict, {"wmma_i32_16x16x32_iu4_w32_gfx12", gfx12, 32, 16, 1, 32, i4, i4, i32, 1, 0, 0, 0, 0}, wmma_i32_16x16x32_iu4_w32_gfx12);
}

void check_64(Verdict &verdict) {
    check(verdict, {"mfma_f32_32x32x1f32", mfma, 64, 32, 2, 1, f32, f32, f32, 1, 0, 0, 0, 0}, mfma_f32_32x32x1f32);
    check(verdict, {"mfma_f32_16x16x1f32", mfma, 64, 16, 4, 1, f32, f32, f32, 1, 0, 0, 0, 0}, mfma_f32_16x16x1f32);
    check(verdict, {"mfma_f32_4x4x1f32", mfma, 64, 4, 16, 1, f32, f32, f32, 1, 0, 0, 0, 0}, mfma_f32_4x4x1f32);
    check(verdict, {"mfma_f32_32x32x2f32", mfma, 64, 32, 1, 2, f32, f32, f32, 1, 0, 0, 0, 0}, mfma_f32_32x32x2f32);
    check(verdict, {"mfma_f32_16x16x4f32", mfma, 64, 16, 1, 4, f32, f32, f32, 1, 0, 0, 0, 0}, mfma_f32_16x16x4f32);
    check(verdict, {"mfma_f32_32x32x4f16", mfma, 64, 32, 2, 4, f16, f16, f32, 1, 0, 0, 0, 0}, mfma_f32_32x32x4f16);
    check(verdict, {"mfma_f32_32x32x4bf16_1k", mfma, 64, 32, 2, 4, bf16, bf16, f32, 1, 0, 0, 0, 0}, mfma_f32_32x32x4bf16_1k);
    check(verdict, {"mfma_i32_32x32x4i8", mfma, 64, 32, 2, 4, i8, i8, i32, 1, 0, 0, 0, 0}, mfma_i32_32x32x4i8);
    check(verdict, {"mfma_f32_16x16x4f16", mfma, 64, 16, 4, 4, f16, f16, f32, 1, 0, 0, 0, 0}, mfma_f32_16x16x4f16);
    check(verdict, {"mfma_f32_16x16x4bf16_1k", mfma, 64, 16, 4, 4, bf16, bf16, f32, 1, 0, 0, 0, 0}, mfma_f32_16x16x4bf16_1k);
    check(verdict, {"mfma_i32_16x16x4i8", mfma, 64, 16, 4, 4, i8, i8, i32, 1, 0, 0, 0, 0}, mfma_i32_16x16x4i8);
    check(verdict, {"mfma_f32_4x4x4f16", mfma, 64, 4, 16, 4, f16, f16, f32, 1, 0, 0, 0, 0}, mfma_f32_4x4x4f16);
    check(verdict, {"mfma_f32_4x4x4bf16_1k", mfma, 64, 4, 16, 4, bf16, bf16, f32, 1, 0, 0, 0, 0}, mfma_f32_4x4x4bf16_1k);
    check(verdict, {"mfma_i32_4x4x4i8", mfma, 64, 4, 16, 4, i8, i8, i32, 1, 0, 0, 0, 0}, mfma_i32_4x4x4i8);
    check(verdict, {"mfma_f32_32x32x8f16", mfma, 64, 32, 1, 8, f16, f16, f32, 1, 0, 0, 0, 0}, mfma_f32_32x32x8f16);
    check(verdict, {"mfma_f32_32x32x8bf16_1k", mfma, 64, 32, 1, 8, bf16, bf16, f32, 1, 0, 0, 0, 0}, mfma_f32_32x32x8bf16_1k);
    check(verdict, {"mfma_i32_32x32x8i8", mfma, 64, 32, 1, 8, i8, i8, i32, 1, 0, 0, 0, 0}, mfma_i32_32x32x8i8);
    check(verdict, {"mfma_f32_16x16x16f16", mfma, 64, 16, 1, 16, f16, f16, f32, 1, 0, 0, 0, 0}, mfma_f32_16x16x16f16);
    check(verdict, {"mfma_f32_16x16x16bf16_1k", mfma, 64, 16, 1, 16, bf16, bf16, f32, 1, 0, 0, 0, 0}, mfma_f32_16x16x16bf16_1k);
    check(verdict, {"mfma_i32_16x16x16i8", mfma, 64, 16, 1, 16, i8, i8, i32, 1, 0, 0, 0, 0}, mfma_i32_16x16x16i8);
    check(verdict, {"mfma_f32_32x32x2bf16", mfma, 64, 32, 2, 2, bf16, bf16, f32, 1, 0, 0, 0, 0}, mfma_f32_32x32x2bf16);
    check(verdict, {"mfma_f32_16x16x2bf16", mfma, 64, 16, 4, 2, bf16, bf16, f32, 1, 0, 0, 0, 0}, mfma_f32_16x16x2bf16);
    check(verdict, {"mfma_f32_4x4x2bf16", mfma, 64, 4, 16, 2, bf16, bf16, f32, 1, 0, 0, 0, 0}, mfma_f32_4x4x2bf16);
    check(verdict, {"mfma_f32_32x32x4bf16", mfma, 64, 32, 1, 4, bf16, bf16, f32, 1, 0, 0, 0, 0}, mfma_f32_32x32x4bf16);
    check(verdict, {"mfma_f32_16x16x8bf16", mfma, 64, 16, 1, 8, bf16, bf16, f32, 1, 0, 0, 0, 0}, mfma_f32_16x16x8bf16);
    check(verdict, {"mfma_i32_32x32x16_i8", mfma, 64, 32, 1, 16, i8, i8, i32, 1, 0, 0, 0, 0}, mfma_i32_32x32x16_i8);
    check(verdict, {"mfma_i32_16x16x32_i8", mfma, 64, 16, 1, 32, i8, i8, i32, 1, 0, 0, 0, 0}, mfma_i32_16x16x32_i8);
    check(verdict, {"mfma_f32_32x32x4_xf32", mfma, 64, 32, 1, 4, f32, f32, f32, 1, 0, 0, 0, 0}, mfma_f32_32x32x4_xf32);
    check(verdict, {"mfma_f32_16x16x8_xf32", mfma, 64, 16, 1, 8, f32, f32, f32, 1, 0, 0, 0, 0}, mfma_f32_16x16x8_xf32);
    check(verdict, {"mfma_f32_32x32x16_fp8_fp8", mfma, 64, 32, 1, 16, fp8_fnuz, fp8_fnuz, f32, 1, 0, 0, 0, 0}, mfma_f32_32x32x16_fp8_fp8);
    check(verdict, {"mfma_f32_16x16x32_fp8_fp8", mfma, 64, 16, 1, 32, fp8_fnuz, fp8_fnuz, f32, 1, 0, 0, 0, 0}, mfma_f32_16x16x32_fp8_fp8);
    check(verdict, {"mfma_f32_32x32x16_fp8_bf8", mfma, 64, 32, 1, 16, fp8_fnuz, bf8_fnuz, f32, 1, 0, 0, 0, 0}, mfma_f32_32x32x16_fp8_bf8);
    check(verdict, {"mfma_f32_16x16x32_fp8_bf8", mfma, 64, 16, 1, 32, fp8_fnuz, bf8_fnuz, f32, 1, 0, 0, 0, 0}, mfma_f32_16x16x32_fp8_bf8);
    check(verdict, {"mfma_f32_32x32x16_bf8_fp8", mfma, 64, 32, 1, 16, bf8_fnuz, fp8_fnuz, f32, 1, 0, 0, 0, 0}, mfma_f32_32x32x16_bf8_fp8);
    check(verdict, {"mfma_f32_16x16x32_bf8_fp8", mfma, 64, 16, 1, 32, bf8_fnuz, fp8_fnuz, f32, 1, 0, 0, 0, 0}, mfma_f32_16x16x32_bf8_fp8);
    check(verdict, {"mfma_f32_32x32x16_bf8_bf8", mfma, 64, 32, 1, 16, bf8_fnuz, bf8_fnuz, f32, 1, 0, 0, 0, 0}, mfma_f32_32x32x16_bf8_bf8);
    check(verdict, {"mfma_f32_16x16x32_bf8_bf8", mfma, 64, 16, 1, 32, bf8_fnuz, bf8_fnuz, f32, 1, 0, 0, 0, 0}, mfma_f32_16x16x32_bf8_bf8);
    check(verdict, {"mfma_f64_16x16x4f64", mfma_doubles, 64, 16, 1, 4, f64, f64, f64, 1, 0, 0, 0, 0}, mfma_f64_16x16x4f64);
    check(verdict, {"mfma_f64_4x4x4f64", mfma_doubles, 64, 4, 4, 4, f64, f64, f64, 1, 0, 0, 0, 0}, mfma_f64_4x4x4f64);
    check(verdict, {"mfma_f64_16x16x4f64_0_0_5", mfma_doubles, 64, 16, 1, 4, f64, f64, f64, 1, 0, 0, 0, 5}, mfma_f64_16x16x4f64_0_0_5);
    check(verdict, {"mfma_f32_32x32x1f32_1_1_0", mfma, 64, 32, 2, 1, f32, f32, f32, 1, 0, 1, 1, 0}, mfma_f32_32x32x1f32_1_1_0);
    check(verdict, {"mfma_f32_16x16x1f32_1_1_0", mfma, 64, 16, 4, 1, f32, f32, f32, 1, 0, 1, 1, 0}, mfma_f32_16x16x1f32_1_1_0);
    check(verdict, {"mfma_f32_4x4x1f32_2_3_0", mfma, 64, 4, 16, 1, f32, f32, f32, 1, 0, 2, 3, 0}, mfma_f32_4x4x1f32_2_3_0);
    check(verdict, {"mfma_f32_4x4x4f16_4_9_0", mfma, 64, 4, 16, 4, f16, f16, f32, 1, 0, 4, 9, 0}, mfma_f32_4x4x4f16_4_9_0);
    check(verdict, {"mfma_f32_16x16x4f32_0_0_1", mfma, 64, 16, 1, 4, f32, f32, f32, 1, 0, 0, 0, 1}, mfma_f32_16x16x4f32_0_0_1);
    check(verdict, {"mfma_f32_16x16x4f32_0_0_2", mfma, 64, 16, 1, 4, f32, f32, f32, 1, 0, 0, 0, 2}, mfma_f32_16x16x4f32_0_0_2);
    check(verdict, {"mfma_f32_16x16x4f32_0_0_3", mfma, 64, 16, 1, 4, f32, f32, f32, 1, 0, 0, 0, 3}, mfma_f32_16x16x4f32_0_0_3);
    check(verdict, {"mfma_f32_16x16x4f32_0_0_4", mfma, 64, 16, 1, 4, f32, f32, f32, 1, 0, 0, 0, 4}, mfma_f32_16x16x4f32_0_0_4);
    check(verdict, {"mfma_f32_16x16x4f32_0_0_5", mfma, 64, 16, 1, 4, f32, f32, f32, 1, 0, 0, 0, 5}, mfma_f32_16x16x4f32_0_0_5);
    check(verdict, {"mfma_f32_16x16x4f32_0_0_6", mfma, 64, 16, 1, 4, f32, f32, f32, 1, 0, 0, 0, 6}, mfma_f32_16x16x4f32_0_0_6);
    check(verdict, {"mfma_f32_16x16x4f32_0_0_7", mfma, 64, 16, 1, 4, f32, f32, f32, 1, 0, 0, 0, 7}, mfma_f32_16x16x4f32_0_0_7);
    check(verdict, {"wmma_f32_16x16x16_f16_w64", gfx11, 64, 16, 1, 16, f16, f16, f32, 1, 0, 0, 0, 0}, wmma_f32_16x16x16_f16_w64);
    check(verdict, {"wmma_f32_16x16x16_bf16_w64", gfx11, 64, 16, 1, 16, bf16, bf16, f32, 1, 0, 0, 0, 0}, wmma_f32_16x16x16_bf16_w64);
    check(verdict, {"wmma_f16_16x16x16_f16_w64", gfx11, 64, 16, 1, 16, f16, f16, f16, 2, 0, 0, 0, 0}, wmma_f16_16x16x16_f16_w64);
    check(verdict, {"wmma_f16_16x16x16_f16_tied_w64", gfx11, 64, 16, 1, 16, f16, f16, f16, 2, 1, 0, 0, 0}, wmma_f16_16x16x16_f16_tied_w64);
    check(verdict, {"wmma_bf16_16x16x16_bf16_w64", gfx11, 64, 16, 1, 16, bf16, bf16, bf16, 2, 0, 0, 0, 0}, wmma_bf16_16x16x16_bf16_w64);
    check(verdict, {"wmma_bf16_16x16x16_bf16_tied_w64", gfx11, 64, 16, 1, 16, bf16, bf16, bf16, 2, 1, 0, 0, 0}, wmma_bf16_16x16x16_bf16_tied_w64);
    check(verdict, {"wmma_i32_16x16x16_iu8_w64", gfx11, 64, 16, 1, 16, i8, u8, i32, 1, 0, 0, 0, 0}, wmma_i32_16x16x16_iu8_w64);
    check(verdict, {"wmma_i32_16x16x16_iu4_w64", gfx11, 64, 16, 1, 16, u4, i4, i32, 1, 0, 0, 0, 0}, wmma_i32_16x16x16_iu4_w64);
    check(verdict, {"wmma_f32_16x16x16_f16_w64_gfx12", gfx12, 64, 16, 1, 16, f16, f16, f32, 1, 0, 0, 0, 0}, wmma_f32_16x16x16_f16_w64_gfx12);
    check(verdict, {"wmma_f16_16x16x16_f16_w64_gfx12", gfx12, 64, 16, 1, 16, f16, f16, f16, 1, 0, 0, 0, 0}, wmma_f16_16x16x16_f16_w64_gfx12);
    check(verdict, {"wmma_f32_16x16x16_bf16_w64_gfx12", gfx12, 64, 16, 1, 16, bf16, bf16, f32, 1, 0, 0, 0, 0}, wmma_f32_16x16x16_bf16_w64_gfx12);
    check(verdict, {"wmma_bf16_16x16x16_bf16_w64_gfx12", gfx12, 64, 16, 1, 16, bf16, bf16, bf16, 1, 0, 0, 0, 0}, wmma_bf16_16x16x16_bf16_w64_gfx12);
    check(verdict, {"wmma_f32_16x16x16_fp8_fp8_w64_gfx12", gfx12, 64, 16, 1, 16, fp8, fp8, f32, 1, 0, 0, 0, 0}, wmma_f32_16x16x16_fp8_fp8_w64_gfx12);
    check(verdict, {"wmma_f32_16x16x16_fp8_bf8_w64_gfx12", gfx12, 64, 16, 1, 16, fp8, bf8, f32, 1, 0, 0, 0, 0}, wmma_f32_16x16x16_fp8_bf8_w64_gfx12);
    check(verdict, {"wmma_f32_16x16x16_bf8_fp8_w64_gfx12", gfx12, 64, 16, 1, 16, bf8, fp8, f32, 1, 0, 0, 0, 0}, wmma_f32_16x16x16_bf8_fp8_w64_gfx12);
    check(verdict, {"wmma_f32_16x16x16_bf8_bf8_w64_gfx12", gfx12, 64, 16, 1, 16, bf8, bf8, f32, 1, 0, 0, 0, 0}, wmma_f32_16x16x16_bf8_bf8_w64_gfx12);
    check(verdict, {"wmma_i32_16x16x16_iu8_w64_gfx12", gfx12, 64, 16, 1, 16, u8, i8, i32, 1, 0, 0, 0, 0}, wmma_i32_16x16x16_iu8_w64_gfx12);
    check(verdict, {"wmma_i32_16x16x16_iu4_w64_gfx12", gfx12, 64, 16, 1, 16, i4, u4, i32, 1, 0, 0, 0, 0}, wmma_i32_16x16x16_iu4_w64_gfx12);
    check(verdict, {"wmma_i32_16x16x32_iu4_w64_gfx12", gfx12, 64, 16, 1, 32, i4, i4, i32, 1, 0, 0, 0, 0}, wmma_i32_16x16x32_iu4_w64_gfx12);
}

int main() {
    Verdict verdict("amdgcn-matrices");
    int lanes = 0;
    CHECK(cudaDeviceGetAttribute(&lanes, cudaDevAttrWarpSize, 0));
    check_32(verdict);
    // A wave of 64 lanes cannot be made of one of 32.
    if (lanes == 64) check_64(verdict);
    return verdict.end();
}
