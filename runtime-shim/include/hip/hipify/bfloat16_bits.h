// The bits of numbers with float's range in 16 bits: from wider numbers and integers, rounded once, and back.
#ifndef HIPIFY_BFLOAT16_BITS_H
#define HIPIFY_BFLOAT16_BITS_H

#include <type_traits>
#include "rounding.h"

namespace hipify {

HIPIFY_BOTH float float_of_bfloat16(unsigned short bits) {
    unsigned int wide = static_cast<unsigned int>(bits) << 16;
    float number;
    __builtin_memcpy(&number, &wide, sizeof number);
    return number;
}

/// To nearest, ties to even; NaN stays NaN.
HIPIFY_BOTH unsigned short bfloat16_of_float(float number) {
    unsigned int bits;
    __builtin_memcpy(&bits, &number, sizeof bits);
    unsigned int rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    return static_cast<unsigned short>((bits & 0x7fffffff) > 0x7f800000 ? bits >> 16 | 0x40 : rounded);
}

/// In a direction: what lies below the 16 bits decides.
HIPIFY_BOTH unsigned short bfloat16_of_float(float number, direction to) {
    unsigned int bits;
    __builtin_memcpy(&bits, &number, sizeof bits);
    bool negative = bits >> 31 != 0, away = to == (negative ? downward : upward);
    if ((bits & 0x7fffffff) > 0x7f800000) return static_cast<unsigned short>(bits >> 16 | 0x40);
    return static_cast<unsigned short>((bits >> 16) + (away && (bits & 0xffff) != 0 ? 1 : 0));
}

/// A wider number as a float whose last bit says that something was lost, so that rounding it again is rounding once.
template <typename T>
HIPIFY_BOTH float odd_float(T number) {
    float cut = narrowed<float>(static_cast<double>(number), toward_zero);
    unsigned int bits;
    __builtin_memcpy(&bits, &cut, sizeof bits);
    bits |= static_cast<double>(cut) != static_cast<double>(number) && number == number ? 1 : 0;
    __builtin_memcpy(&cut, &bits, sizeof bits);
    return cut;
}
template <typename T>
HIPIFY_BOTH float odd_float_of_integer(T number) {
    float cut = from_integer<float>(number, toward_zero);
    unsigned int bits;
    __builtin_memcpy(&bits, &cut, sizeof bits);
    bits |= static_cast<__int128>(cut) != static_cast<__int128>(number) ? 1 : 0;
    __builtin_memcpy(&cut, &bits, sizeof bits);
    return cut;
}
HIPIFY_BOTH float float_to_round(float number) { return number; }
HIPIFY_BOTH float float_to_round(double number) { return odd_float(number); }
template <typename T, typename std::enable_if<std::is_integral<T>::value, int>::type = 0>
HIPIFY_BOTH float float_to_round(T number) {
    return odd_float_of_integer(number);
}

}  // namespace hipify

#endif
