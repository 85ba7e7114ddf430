// What the functions of 16-bit numbers are written with: each type says how it becomes a float and its bits, and back.
#ifndef HIPIFY_SIXTEEN_H
#define HIPIFY_SIXTEEN_H

#include "qualifiers.h"

namespace hipify {

template <typename T>
struct sixteen;

/// For functions that conversions to their parameters' types shall not lead to.
template <typename A, typename T>
using if_same = typename std::enable_if<std::is_same<A, T>::value, int>::type;

template <typename T>
HIPIFY_BOTH float to_float(T x) {
    return sixteen<T>::to_float(x);
}

template <typename T>
HIPIFY_BOTH unsigned short to_bits(T x) {
    return sixteen<T>::to_bits(x);
}

}  // namespace hipify

#endif
