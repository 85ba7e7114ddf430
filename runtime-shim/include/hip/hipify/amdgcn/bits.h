// Bit fields, bytes of words and sums of their differences.
#ifndef HIPIFY_AMDGCN_BITS_H
#define HIPIFY_AMDGCN_BITS_H

#include <hip/hipify/dot.h>

// Only five bits of offsets and widths count.
HIPIFY_DEVICE unsigned int __builtin_amdgcn_ubfe(unsigned int value, unsigned int offset, unsigned int width) {
    return value >> (offset & 31) & ((1u << (width & 31)) - 1);
}
HIPIFY_DEVICE int __builtin_amdgcn_sbfe(int value, unsigned int offset, unsigned int width) {
    unsigned int bits = width & 31;
    if (bits == 0) return 0;
    unsigned int field = __builtin_amdgcn_ubfe(static_cast<unsigned int>(value >> (offset & 31)), 0, bits);
    return static_cast<int>(field << (32 - bits)) >> (32 - bits);
}

namespace hipify {

HIPIFY_DEVICE unsigned long long joined(unsigned int high, unsigned int low) {
    return static_cast<unsigned long long>(high) << 32 | low;
}

/// A byte of eight as a selector of V_PERM_B32 says: 8 to 11 repeat the sign of every second one, 12 is 0, more are 0xff.
HIPIFY_DEVICE unsigned int permuted_byte(unsigned long long bytes, unsigned int selector) {
    if (selector > 12) return 0xff;
    if (selector == 12) return 0;
    if (selector < 8) return static_cast<unsigned int>(bytes >> 8 * selector) & 0xff;
    return (bytes >> (16 * (selector - 8) + 15) & 1) != 0 ? 0xff : 0;
}

HIPIFY_DEVICE unsigned int distance(unsigned int a, unsigned int b) { return a < b ? b - a : a - b; }

/// The distance of two bytes, none where the reference is 0 and such are left out.
HIPIFY_DEVICE unsigned int byte_distance(unsigned int a, unsigned int reference, int i, bool masked) {
    return masked && byte(reference, i) == 0 ? 0 : distance(byte(a, i), byte(reference, i));
}
HIPIFY_DEVICE unsigned int byte_distances(unsigned int a, unsigned int reference, bool masked) {
    unsigned int sum = 0;
    for (int i = 0; i < 4; ++i) sum += byte_distance(a, reference, i, masked);
    return sum;
}

/// Four sums of the four bytes from each byte of `a` on, added to the halves of `sums`.
HIPIFY_DEVICE unsigned long long four_byte_distances(unsigned long long a, unsigned int reference, unsigned long long sums, bool masked) {
    unsigned long long result = 0;
    for (int i = 0; i < 4; ++i) {
        unsigned int sum = static_cast<unsigned int>(sums >> 16 * i) + byte_distances(static_cast<unsigned int>(a >> 8 * i), reference, masked);
        result |= static_cast<unsigned long long>(sum & 0xffff) << 16 * i;
    }
    return result;
}

}  // namespace hipify

HIPIFY_DEVICE unsigned int __builtin_amdgcn_perm(unsigned int high, unsigned int low, unsigned int selectors) {
    unsigned int result = 0;
    for (int i = 0; i < 4; ++i) result |= hipify::permuted_byte(hipify::joined(high, low), hipify::byte(selectors, i)) << 8 * i;
    return result;
}
HIPIFY_DEVICE unsigned int __builtin_amdgcn_alignbit(unsigned int high, unsigned int low, unsigned int bits) {
    return static_cast<unsigned int>(hipify::joined(high, low) >> (bits & 31));
}
HIPIFY_DEVICE unsigned int __builtin_amdgcn_alignbyte(unsigned int high, unsigned int low, unsigned int bytes) {
    return static_cast<unsigned int>(hipify::joined(high, low) >> 8 * (bytes & 3));
}
// Averages of bytes, rounded up where the third operand's byte is odd.
HIPIFY_DEVICE unsigned int __builtin_amdgcn_lerp(unsigned int a, unsigned int b, unsigned int up) {
    unsigned int result = 0;
    for (int i = 0; i < 4; ++i) result |= (hipify::byte(a, i) + hipify::byte(b, i) + (hipify::byte(up, i) & 1)) >> 1 << 8 * i;
    return result;
}

HIPIFY_DEVICE unsigned int __builtin_amdgcn_sad_u8(unsigned int a, unsigned int b, unsigned int sum) {
    return sum + hipify::byte_distances(a, b, false);
}
HIPIFY_DEVICE unsigned int __builtin_amdgcn_sad_hi_u8(unsigned int a, unsigned int b, unsigned int sum) {
    return sum + (hipify::byte_distances(a, b, false) << 16);
}
HIPIFY_DEVICE unsigned int __builtin_amdgcn_sad_u16(unsigned int a, unsigned int b, unsigned int sum) {
    for (int i = 0; i < 2; ++i) sum += hipify::distance(hipify::half_word(a, i), hipify::half_word(b, i));
    return sum;
}
HIPIFY_DEVICE unsigned int __builtin_amdgcn_msad_u8(unsigned int a, unsigned int reference, unsigned int sum) {
    return sum + hipify::byte_distances(a, reference, true);
}
HIPIFY_DEVICE unsigned long __builtin_amdgcn_qsad_pk_u16_u8(unsigned long a, unsigned int reference, unsigned long sums) {
    return hipify::four_byte_distances(a, reference, sums, false);
}
HIPIFY_DEVICE unsigned long __builtin_amdgcn_mqsad_pk_u16_u8(unsigned long a, unsigned int reference, unsigned long sums) {
    return hipify::four_byte_distances(a, reference, sums, true);
}

#endif
