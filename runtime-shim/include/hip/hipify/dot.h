// Dot products of the bytes and halves of words: `__dp4a` and `__dp2a`.
#ifndef HIPIFY_DOT_H
#define HIPIFY_DOT_H

#include "qualifiers.h"

// Beside AMD's headers these come before the vectors' types.
template <typename T, unsigned int n> struct HIP_vector_type;

namespace hipify {

HIPIFY_DEVICE int signed_byte(int word, int i) { return static_cast<signed char>(static_cast<unsigned int>(word) >> (8 * i)); }
HIPIFY_DEVICE unsigned int byte(unsigned int word, int i) { return word >> (8 * i) & 0xff; }
HIPIFY_DEVICE int signed_half(int word, int i) { return static_cast<short>(static_cast<unsigned int>(word) >> (16 * i)); }
HIPIFY_DEVICE unsigned int half_word(unsigned int word, int i) { return word >> (16 * i) & 0xffff; }

}  // namespace hipify

HIPIFY_SUPPLIED int __dp4a(int a, int b, int c) {
    for (int i = 0; i < 4; ++i) c += hipify::signed_byte(a, i) * hipify::signed_byte(b, i);
    return c;
}
HIPIFY_SUPPLIED unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
    for (int i = 0; i < 4; ++i) c += hipify::byte(a, i) * hipify::byte(b, i);
    return c;
}
// Halves of `a` times the low or the high bytes of `b`.
HIPIFY_SUPPLIED int __dp2a_lo(int a, int b, int c) {
    for (int i = 0; i < 2; ++i) c += hipify::signed_half(a, i) * hipify::signed_byte(b, i);
    return c;
}
HIPIFY_SUPPLIED unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c) {
    for (int i = 0; i < 2; ++i) c += hipify::half_word(a, i) * hipify::byte(b, i);
    return c;
}
HIPIFY_SUPPLIED int __dp2a_hi(int a, int b, int c) {
    for (int i = 0; i < 2; ++i) c += hipify::signed_half(a, i) * hipify::signed_byte(b, i + 2);
    return c;
}
HIPIFY_SUPPLIED unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c) {
    for (int i = 0; i < 2; ++i) c += hipify::half_word(a, i) * hipify::byte(b, i + 2);
    return c;
}

// The same of vectors of bytes and halves, whose elements lie as in a word.
namespace hipify {
template <typename Word, typename Vector>
HIPIFY_DEVICE Word word_of(const Vector &vector) {
    Word word;
    static_assert(sizeof word == sizeof vector, "a vector of a word's size");
    __builtin_memcpy(&word, &vector, sizeof word);
    return word;
}
}  // namespace hipify
#define HIPIFY_DOT_OF_VECTORS(name, A, a_count, B, Word)                                                        \
    template <unsigned int a_size, unsigned int b_size>                                                         \
    HIPIFY_DEVICE Word name(HIP_vector_type<A, a_size> a, HIP_vector_type<B, b_size> b, Word c) {               \
        static_assert(a_size == a_count && b_size == 4, "CUDA has it of these vectors alone");                  \
        return name(hipify::word_of<Word>(a), hipify::word_of<Word>(b), c);                                     \
    }
HIPIFY_DOT_OF_VECTORS(__dp4a, char, 4, char, int)
HIPIFY_DOT_OF_VECTORS(__dp4a, unsigned char, 4, unsigned char, unsigned int)
HIPIFY_DOT_OF_VECTORS(__dp2a_lo, short, 2, char, int)
HIPIFY_DOT_OF_VECTORS(__dp2a_lo, unsigned short, 2, unsigned char, unsigned int)
HIPIFY_DOT_OF_VECTORS(__dp2a_hi, short, 2, char, int)
HIPIFY_DOT_OF_VECTORS(__dp2a_hi, unsigned short, 2, unsigned char, unsigned int)
#undef HIPIFY_DOT_OF_VECTORS

#endif
