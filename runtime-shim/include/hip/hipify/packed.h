// AMD's functions of numbers that are packed into a vector or a word: dot products that are added to a wider number, and arithmetic of bytes.
#ifndef HIPIFY_PACKED_H
#define HIPIFY_PACKED_H

#include <hip/hip_vector_types.h>
#include <hip/hipify/qualifiers.h>

namespace hipify {

/// The sum as a number of 32 bits: the nearest there is where it is to saturate, else its lower bits.
HIPIFY_DEVICE int narrowed(long long sum, bool saturate) {
    if (saturate && sum > 0x7fffffffll) return 0x7fffffff;
    if (saturate && sum < -0x80000000ll) return -0x7fffffff - 1;
    return static_cast<int>(sum);
}
HIPIFY_DEVICE unsigned int narrowed(unsigned long long sum, bool saturate) {
    return saturate && sum > 0xffffffffull ? 0xffffffff : static_cast<unsigned int>(sum);
}

/// Bits 4 i to 4 i + 3 of a word as a number with a sign.
HIPIFY_DEVICE long long signed_nibble(int word, int i) {
    return static_cast<int>(static_cast<unsigned int>(word) << (28 - 4 * i)) >> 28;
}

}  // namespace hipify

HIPIFY_DEVICE int amd_mixed_dot(short2 a, short2 b, int c, bool saturate) {
    return hipify::narrowed(c + static_cast<long long>(a.x) * b.x + static_cast<long long>(a.y) * b.y, saturate);
}
HIPIFY_DEVICE unsigned int amd_mixed_dot(ushort2 a, ushort2 b, unsigned int c, bool saturate) {
    return hipify::narrowed(c + static_cast<unsigned long long>(a.x) * b.x + static_cast<unsigned long long>(a.y) * b.y, saturate);
}
HIPIFY_DEVICE int amd_mixed_dot(char4 a, char4 b, int c, bool saturate) {
    return hipify::narrowed(c + static_cast<long long>(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w), saturate);
}
HIPIFY_DEVICE unsigned int amd_mixed_dot(uchar4 a, uchar4 b, unsigned int c, bool saturate) {
    return hipify::narrowed(c + static_cast<unsigned long long>(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w), saturate);
}
// Eight numbers of four bits in each word.
HIPIFY_DEVICE int amd_mixed_dot(int a, int b, int c, bool saturate) {
    long long sum = c;
    for (int i = 0; i < 8; ++i) sum += hipify::signed_nibble(a, i) * hipify::signed_nibble(b, i);
    return hipify::narrowed(sum, saturate);
}
HIPIFY_DEVICE unsigned int amd_mixed_dot(unsigned int a, unsigned int b, unsigned int c, bool saturate) {
    unsigned long long sum = c;
    for (int i = 0; i < 8; ++i) sum += (a >> (4 * i) & 15) * (b >> (4 * i) & 15);
    return hipify::narrowed(sum, saturate);
}

#define HIPIFY_PACKED_BYTES(name, op)                                                                                        \
    HIPIFY_DEVICE char4 name(char4 a, char4 b) {                                                                             \
        return make_char4(static_cast<signed char>(a.x op b.x), static_cast<signed char>(a.y op b.y),                        \
                          static_cast<signed char>(a.z op b.z), static_cast<signed char>(a.w op b.w));                       \
    }
HIPIFY_PACKED_BYTES(__hip_hc_add8pk, +)
HIPIFY_PACKED_BYTES(__hip_hc_sub8pk, -)
HIPIFY_PACKED_BYTES(__hip_hc_mul8pk, *)
#undef HIPIFY_PACKED_BYTES

#endif
