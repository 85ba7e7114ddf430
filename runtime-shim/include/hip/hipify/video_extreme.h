// Minima and maxima in one step with an addition or a third operand: `__viaddmax_s32`, `__vimin3_u16x2` and so on.
#ifndef HIPIFY_VIDEO_EXTREME_H
#define HIPIFY_VIDEO_EXTREME_H

#include "video.h"

namespace hipify {

template <typename T>
HIPIFY_DEVICE T extreme_of(T a, T b, bool larger) {
    return (a < b) == larger ? b : a;
}

/// A function of three numbers for both halves of words.
template <typename Part, typename Function>
HIPIFY_DEVICE unsigned int by_halves(unsigned int a, unsigned int b, unsigned int c, Function function) {
    unsigned int low = static_cast<unsigned short>(function(static_cast<Part>(a), static_cast<Part>(b), static_cast<Part>(c)));
    unsigned int high = static_cast<unsigned short>(
        function(static_cast<Part>(a >> 16), static_cast<Part>(b >> 16), static_cast<Part>(c >> 16)));
    return high << 16 | low;
}

template <typename T, bool larger, bool relu>
struct sum_extreme {
    HIPIFY_DEVICE T operator()(T a, T b, T c) const {
        // The sum wraps, as unsigned numbers do.
        T found = extreme_of(static_cast<T>(static_cast<unsigned int>(a) + static_cast<unsigned int>(b)), c, larger);
        return relu ? extreme_of(found, T(0), true) : found;
    }
};
template <typename T, bool larger, bool relu>
struct extreme_of_three {
    HIPIFY_DEVICE T operator()(T a, T b, T c) const {
        T found = extreme_of(extreme_of(a, b, larger), c, larger);
        return relu ? extreme_of(found, T(0), true) : found;
    }
};

/// The smaller or larger, and whether it is the first (ties are).
template <typename T>
HIPIFY_DEVICE T chosen(T a, T b, bool larger, bool *first) {
    *first = larger ? a >= b : a <= b;
    return *first ? a : b;
}

}  // namespace hipify

#define HIPIFY_EXTREME(name, is_larger)                                                                                      \
    HIPIFY_SUPPLIED int __viadd##name##_s32(int a, int b, int c) { return hipify::sum_extreme<int, is_larger, false>()(a, b, c); } \
    HIPIFY_SUPPLIED int __viadd##name##_s32_relu(int a, int b, int c) { return hipify::sum_extreme<int, is_larger, true>()(a, b, c); } \
    HIPIFY_SUPPLIED unsigned int __viadd##name##_u32(unsigned int a, unsigned int b, unsigned int c) {                         \
        return hipify::sum_extreme<unsigned int, is_larger, false>()(a, b, c);                                               \
    }                                                                                                                        \
    HIPIFY_SUPPLIED unsigned int __viadd##name##_s16x2(unsigned int a, unsigned int b, unsigned int c) {                       \
        return hipify::by_halves<short>(a, b, c, hipify::sum_extreme<short, is_larger, false>());                            \
    }                                                                                                                        \
    HIPIFY_SUPPLIED unsigned int __viadd##name##_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) {                  \
        return hipify::by_halves<short>(a, b, c, hipify::sum_extreme<short, is_larger, true>());                             \
    }                                                                                                                        \
    HIPIFY_SUPPLIED unsigned int __viadd##name##_u16x2(unsigned int a, unsigned int b, unsigned int c) {                       \
        return hipify::by_halves<unsigned short>(a, b, c, hipify::sum_extreme<unsigned short, is_larger, false>());          \
    }                                                                                                                        \
    HIPIFY_SUPPLIED int __vi##name##3_s32(int a, int b, int c) { return hipify::extreme_of_three<int, is_larger, false>()(a, b, c); } \
    HIPIFY_SUPPLIED int __vi##name##3_s32_relu(int a, int b, int c) { return hipify::extreme_of_three<int, is_larger, true>()(a, b, c); } \
    HIPIFY_SUPPLIED unsigned int __vi##name##3_u32(unsigned int a, unsigned int b, unsigned int c) {                           \
        return hipify::extreme_of_three<unsigned int, is_larger, false>()(a, b, c);                                          \
    }                                                                                                                        \
    HIPIFY_SUPPLIED unsigned int __vi##name##3_s16x2(unsigned int a, unsigned int b, unsigned int c) {                         \
        return hipify::by_halves<short>(a, b, c, hipify::extreme_of_three<short, is_larger, false>());                       \
    }                                                                                                                        \
    HIPIFY_SUPPLIED unsigned int __vi##name##3_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) {                    \
        return hipify::by_halves<short>(a, b, c, hipify::extreme_of_three<short, is_larger, true>());                        \
    }                                                                                                                        \
    HIPIFY_SUPPLIED unsigned int __vi##name##3_u16x2(unsigned int a, unsigned int b, unsigned int c) {                         \
        return hipify::by_halves<unsigned short>(a, b, c, hipify::extreme_of_three<unsigned short, is_larger, false>());     \
    }                                                                                                                        \
    HIPIFY_SUPPLIED int __vi##name##_s32_relu(int a, int b) { return __vi##name##3_s32_relu(a, b, b); }                        \
    HIPIFY_SUPPLIED unsigned int __vi##name##_s16x2_relu(unsigned int a, unsigned int b) { return __vi##name##3_s16x2_relu(a, b, b); } \
    HIPIFY_SUPPLIED int __vib##name##_s32(int a, int b, bool *first) { return hipify::chosen(a, b, is_larger, first); }        \
    HIPIFY_SUPPLIED unsigned int __vib##name##_u32(unsigned int a, unsigned int b, bool *first) {                              \
        return hipify::chosen(a, b, is_larger, first);                                                                       \
    }                                                                                                                        \
    HIPIFY_EXTREME_HALVES(name, is_larger, s16x2, short)                                                                     \
    HIPIFY_EXTREME_HALVES(name, is_larger, u16x2, unsigned short)

#define HIPIFY_EXTREME_HALVES(name, is_larger, kind, Part)                                                                   \
    HIPIFY_SUPPLIED unsigned int __vib##name##_##kind(unsigned int a, unsigned int b, bool *first_high, bool *first_low) {     \
        Part high = hipify::chosen(static_cast<Part>(a >> 16), static_cast<Part>(b >> 16), is_larger, first_high);           \
        Part low = hipify::chosen(static_cast<Part>(a), static_cast<Part>(b), is_larger, first_low);                         \
        return static_cast<unsigned int>(static_cast<unsigned short>(high)) << 16 | static_cast<unsigned short>(low);        \
    }

HIPIFY_EXTREME(max, true)
HIPIFY_EXTREME(min, false)

#undef HIPIFY_EXTREME
#undef HIPIFY_EXTREME_HALVES

#endif
