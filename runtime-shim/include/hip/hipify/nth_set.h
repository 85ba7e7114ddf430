// The position of a set bit by its number from another, for `__fns`.
#ifndef HIPIFY_NTH_SET_H
#define HIPIFY_NTH_SET_H

#include "qualifiers.h"

namespace hipify {

template <typename T>
HIPIFY_DEVICE int nth_set(T mask, unsigned int base, int offset, int bits) {
    int step = offset < 0 ? -1 : 1, left = offset < 0 ? -offset : offset;
    // An offset of 0 asks for the base itself.
    if (left == 0) return base < static_cast<unsigned int>(bits) && (mask >> base & 1) ? static_cast<int>(base) : -1;
    for (int i = static_cast<int>(base); i >= 0 && i < bits; i += step) {
        if ((mask >> i & 1) && --left == 0) return i;
    }
    return -1;
}

}  // namespace hipify

// AMD's headers have it from a version after 5.2 on.
#ifdef HIPIFY_SUPPLEMENT
HIPIFY_SUPPLIED int __fns(unsigned int mask, unsigned int base, int offset) { return hipify::nth_set(mask, base, offset, 32); }
#endif

#endif
