// Integer intrinsics: bits, wide products, bytes of words; dot products of vectors.
#ifndef HIPIFY_INTEGER_H
#define HIPIFY_INTEGER_H

#include <stdint.h>
#include <hip/hip_vector_types.h>
#include <hip/hipify/dot.h>
#include <hip/hipify/integer_preferred.h>
#include <hip/hipify/nth_set.h>
#include <hip/hipify/qualifiers.h>
#include <hip/hipify/products_by_name.h>

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned long long ullong;

HIPIFY_DEVICE int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned int>(x)); }
HIPIFY_DEVICE int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)); }
HIPIFY_DEVICE unsigned int __brev(unsigned int x) { return __builtin_bitreverse32(x); }
HIPIFY_DEVICE unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }

// Counted from 1; 0 where no bit is set.
HIPIFY_DEVICE int __ffs(int x) { return __builtin_ffs(x); }
HIPIFY_DEVICE int __ffs(unsigned int x) { return __builtin_ffs(static_cast<int>(x)); }
HIPIFY_DEVICE int __ffsll(long long x) { return __builtin_ffsll(x); }
HIPIFY_DEVICE int __ffsll(unsigned long long x) { return __builtin_ffsll(static_cast<long long>(x)); }
HIPIFY_DEVICE int __ffsll(unsigned long x) { return __builtin_ffsll(static_cast<long long>(x)); }
HIPIFY_DEVICE int __ffsll(long x) { return __builtin_ffsll(x); }
HIPIFY_DEVICE int __ffsll(int x) { return __builtin_ffsll(x); }
HIPIFY_DEVICE int __ffsll(unsigned int x) { return __builtin_ffsll(x); }

/// The position of the lowest bit that is set; -1 where there is none.
HIPIFY_DEVICE unsigned int __lastbit_u32_u64(uint64_t x) { return x == 0 ? ~0u : static_cast<unsigned int>(__builtin_ctzll(x)); }

/// The position of the `offset`-th set bit, up (or down) from bit `base` on; -1 where there is none.
HIPIFY_DEVICE int __fns(unsigned int mask, unsigned int base, int offset) {
    return hipify::nth_set(mask, base, offset, 32);
}
HIPIFY_DEVICE int __fns32(unsigned int mask, unsigned int base, int offset) {
    return hipify::nth_set(mask, base, offset, 32);
}
HIPIFY_DEVICE int __fns64(uint64_t mask, unsigned int base, int offset) {
    return hipify::nth_set(mask, base, offset, 64);
}

// `count` bits from bit `from` on, and the same replaced, as AMD's GPUs have them.
HIPIFY_DEVICE unsigned int __bitextract_u32(unsigned int word, unsigned int from, unsigned int count) {
    from &= 31, count &= 31;
    return count == 0 ? 0 : word << ((32 - from - count) & 31) >> (32 - count);
}
HIPIFY_DEVICE uint64_t __bitextract_u64(uint64_t word, unsigned int from, unsigned int count) {
    from &= 63, count &= 63;
    return count == 0 ? 0 : word << ((64 - from - count) & 63) >> (64 - count);
}
HIPIFY_DEVICE unsigned int __bitinsert_u32(unsigned int word, unsigned int bits, unsigned int from, unsigned int count) {
    from &= 31, count &= 31;
    unsigned int mask = (1u << count) - 1;
    return (word & ~(mask << from)) | (bits & mask) << from;
}
HIPIFY_DEVICE uint64_t __bitinsert_u64(uint64_t word, uint64_t bits, unsigned int from, unsigned int count) {
    from &= 63, count &= 63;
    uint64_t mask = (uint64_t(1) << count) - 1;
    return (word & ~(mask << from)) | (bits & mask) << from;
}

HIPIFY_DEVICE int __mulhi(int a, int b) { return mulhi(a, b); }
HIPIFY_DEVICE unsigned int __umulhi(unsigned int a, unsigned int b) { return umulhi(a, b); }
HIPIFY_DEVICE long long __mul64hi(long long a, long long b) { return mul64hi(a, b); }
HIPIFY_DEVICE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) { return umul64hi(a, b); }

// The two words as one of 64 bits, shifted; the plain forms take the shift modulo 32, the others stop at 32.
HIPIFY_DEVICE unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
    return static_cast<unsigned int>(((static_cast<unsigned long long>(high) << 32 | low) << (shift & 31)) >> 32);
}
HIPIFY_DEVICE unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
    return static_cast<unsigned int>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}
HIPIFY_DEVICE unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift) {
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
HIPIFY_DEVICE unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift) {
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

/// Four bytes out of the eight of both words, each chosen by the lower three of four bits of `selector`.
HIPIFY_DEVICE unsigned int __byte_perm(unsigned int a, unsigned int b, unsigned int selector) {
    unsigned long long bytes = static_cast<unsigned long long>(b) << 32 | a;
    unsigned int made = 0;
    for (unsigned int i = 0; i < 4; ++i) {
        unsigned int chosen = selector >> (4 * i) & 7;
        made |= (static_cast<unsigned int>(bytes >> (8 * chosen)) & 0xff) << (8 * i);
    }
    return made;
}

#define HIPIFY_DOT(name, vector4, vector2, word)                                                            \
    HIPIFY_DEVICE word name##4a(vector4 a, vector4 b, word c) {                                             \
        return c + word(a.x) * word(b.x) + word(a.y) * word(b.y) + word(a.z) * word(b.z) + word(a.w) * word(b.w); \
    }                                                                                                       \
    HIPIFY_DEVICE word name##2a_lo(vector2 a, vector4 b, word c) { return c + word(a.x) * word(b.x) + word(a.y) * word(b.y); } \
    HIPIFY_DEVICE word name##2a_hi(vector2 a, vector4 b, word c) { return c + word(a.x) * word(b.z) + word(a.y) * word(b.w); }
HIPIFY_DOT(__dp, char4, short2, int)
HIPIFY_DOT(__dp, uchar4, ushort2, uint)
#undef HIPIFY_DOT

#endif
