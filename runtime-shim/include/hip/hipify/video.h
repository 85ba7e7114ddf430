// Arithmetic on the two halves or the four bytes of a word, each for itself: `__vadd2`, `__vcmpgtu4`, `__vsads4` and so on.
#ifndef HIPIFY_VIDEO_H
#define HIPIFY_VIDEO_H

#include "qualifiers.h"

namespace hipify {

// A part of a word as an int, with or without its sign, for parts of `bits` bits.
template <int bits>
HIPIFY_DEVICE int signed_part(unsigned int word, int i) {
    return static_cast<int>(word << (32 - bits - bits * i)) >> (32 - bits);
}
template <int bits>
HIPIFY_DEVICE int unsigned_part(unsigned int word, int i) {
    return static_cast<int>(word >> (bits * i) & (0xffffffffu >> (32 - bits)));
}
template <int bits>
HIPIFY_DEVICE unsigned int placed(int part, int i) {
    return (static_cast<unsigned int>(part) & (0xffffffffu >> (32 - bits))) << (bits * i);
}
HIPIFY_DEVICE int limited(int x, int least, int most) { return x < least ? least : x > most ? most : x; }
HIPIFY_DEVICE int smaller(int a, int b) { return b < a ? b : a; }
HIPIFY_DEVICE int larger(int a, int b) { return a < b ? b : a; }
HIPIFY_DEVICE int distance(int a, int b) { return a < b ? b - a : a - b; }

}  // namespace hipify

// Each part of the result is `expression` of the parts `x` and `y`, taken as `kind` (signed or unsigned) numbers.
#define HIPIFY_PARTS(name, count, bits, kind, expression)                                         \
    HIPIFY_SUPPLIED unsigned int name##count(unsigned int a, unsigned int b) {                      \
        unsigned int made = 0;                                                                    \
        for (int i = 0; i < count; ++i) {                                                         \
            int x = hipify::kind##_part<bits>(a, i), y = hipify::kind##_part<bits>(b, i);         \
            made |= hipify::placed<bits>(expression, i);                                          \
        }                                                                                         \
        return made;                                                                              \
    }
#define HIPIFY_PARTS_OF_ONE(name, count, bits, expression)                                        \
    HIPIFY_SUPPLIED unsigned int name##count(unsigned int a) {                                      \
        unsigned int made = 0;                                                                    \
        for (int i = 0; i < count; ++i) {                                                         \
            int x = hipify::signed_part<bits>(a, i);                                              \
            made |= hipify::placed<bits>(expression, i);                                          \
        }                                                                                         \
        return made;                                                                              \
    }
#define HIPIFY_SUM_OF_DISTANCES(name, count, bits, kind)                                          \
    HIPIFY_SUPPLIED unsigned int name##count(unsigned int a, unsigned int b) {                      \
        unsigned int sum = 0;                                                                     \
        for (int i = 0; i < count; ++i) {                                                         \
            sum += static_cast<unsigned int>(                                                     \
                hipify::distance(hipify::kind##_part<bits>(a, i), hipify::kind##_part<bits>(b, i))); \
        }                                                                                         \
        return sum;                                                                               \
    }
// `__vcmp` sets all bits of a part, `__vset` its lowest.
#define HIPIFY_COMPARE(relation, letter, count, bits, kind, op)                                   \
    HIPIFY_PARTS(__vcmp##relation##letter, count, bits, kind, x op y ? -1 : 0)                    \
    HIPIFY_PARTS(__vset##relation##letter, count, bits, kind, x op y ? 1 : 0)

#define HIPIFY_VIDEO(count, bits, least, most, all)                                               \
    HIPIFY_PARTS(__vadd, count, bits, unsigned, x + y)                                            \
    HIPIFY_PARTS(__vaddss, count, bits, signed, hipify::limited(x + y, least, most))              \
    HIPIFY_PARTS(__vaddus, count, bits, unsigned, hipify::limited(x + y, 0, all))                 \
    HIPIFY_PARTS(__vsub, count, bits, unsigned, x - y)                                            \
    HIPIFY_PARTS(__vsubss, count, bits, signed, hipify::limited(x - y, least, most))              \
    HIPIFY_PARTS(__vsubus, count, bits, unsigned, hipify::limited(x - y, 0, all))                 \
    HIPIFY_PARTS(__vavgs, count, bits, signed, (x + y + (x + y >= 0)) >> 1)                       \
    HIPIFY_PARTS(__vavgu, count, bits, unsigned, (x + y + 1) >> 1)                                \
    HIPIFY_PARTS(__vhaddu, count, bits, unsigned, (x + y) >> 1)                                   \
    HIPIFY_PARTS(__vmaxs, count, bits, signed, hipify::larger(x, y))                              \
    HIPIFY_PARTS(__vmaxu, count, bits, unsigned, hipify::larger(x, y))                            \
    HIPIFY_PARTS(__vmins, count, bits, signed, hipify::smaller(x, y))                             \
    HIPIFY_PARTS(__vminu, count, bits, unsigned, hipify::smaller(x, y))                           \
    HIPIFY_PARTS(__vabsdiffs, count, bits, signed, hipify::distance(x, y))                        \
    HIPIFY_PARTS(__vabsdiffu, count, bits, unsigned, hipify::distance(x, y))                      \
    HIPIFY_PARTS_OF_ONE(__vabs, count, bits, x < 0 ? -x : x)                                      \
    HIPIFY_PARTS_OF_ONE(__vabsss, count, bits, hipify::smaller(x < 0 ? -x : x, most))             \
    HIPIFY_PARTS_OF_ONE(__vneg, count, bits, -x)                                                  \
    HIPIFY_PARTS_OF_ONE(__vnegss, count, bits, hipify::smaller(-x, most))                         \
    HIPIFY_SUM_OF_DISTANCES(__vsads, count, bits, signed)                                         \
    HIPIFY_SUM_OF_DISTANCES(__vsadu, count, bits, unsigned)                                       \
    HIPIFY_COMPARE(eq, , count, bits, unsigned, ==)                                               \
    HIPIFY_COMPARE(ne, , count, bits, unsigned, !=)                                               \
    HIPIFY_COMPARE(ge, s, count, bits, signed, >=)                                                \
    HIPIFY_COMPARE(gt, s, count, bits, signed, >)                                                 \
    HIPIFY_COMPARE(le, s, count, bits, signed, <=)                                                \
    HIPIFY_COMPARE(lt, s, count, bits, signed, <)                                                 \
    HIPIFY_COMPARE(ge, u, count, bits, unsigned, >=)                                              \
    HIPIFY_COMPARE(gt, u, count, bits, unsigned, >)                                               \
    HIPIFY_COMPARE(le, u, count, bits, unsigned, <=)                                              \
    HIPIFY_COMPARE(lt, u, count, bits, unsigned, <)

HIPIFY_VIDEO(2, 16, -32768, 32767, 65535)
HIPIFY_VIDEO(4, 8, -128, 127, 255)

#undef HIPIFY_VIDEO
#undef HIPIFY_COMPARE
#undef HIPIFY_SUM_OF_DISTANCES
#undef HIPIFY_PARTS_OF_ONE
#undef HIPIFY_PARTS

#endif
