// Dot products of the bytes and halves of words: `__dp4a` and `__dp2a`.
#ifndef HIPIFY_DOT_H
#define HIPIFY_DOT_H

#include "qualifiers.h"

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

#endif
