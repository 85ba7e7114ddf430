// Integer intrinsics that AMD's headers have too, with other results or of another type in some version: differences and
// products that overflow, averages that drop bits, counts without a sign.
#ifndef HIPIFY_INTEGER_PREFERRED_H
#define HIPIFY_INTEGER_PREFERRED_H

#include "qualifiers.h"

HIPIFY_PREFERRED int __popc(unsigned int x) { return __builtin_popcount(x); }
HIPIFY_PREFERRED int __popcll(unsigned long long x) { return __builtin_popcountll(x); }

// The low 24 bits are the factors. AMD's product of signed ones is said not to overflow, from which clang draws that a square has no
// sign when it is widened.
HIPIFY_PREFERRED int __mul24(int a, int b) {
    return static_cast<int>(static_cast<unsigned int>(a << 8 >> 8) * static_cast<unsigned int>(b << 8 >> 8));
}
HIPIFY_PREFERRED unsigned int __umul24(unsigned int a, unsigned int b) { return (a & 0xffffff) * (b & 0xffffff); }

// Averages without overflow: rounded down and up.
HIPIFY_PREFERRED int __hadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b) >> 1); }
HIPIFY_PREFERRED int __rhadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1); }
HIPIFY_PREFERRED unsigned int __uhadd(unsigned int a, unsigned int b) {
    return static_cast<unsigned int>((static_cast<unsigned long long>(a) + b) >> 1);
}
HIPIFY_PREFERRED unsigned int __urhadd(unsigned int a, unsigned int b) {
    return static_cast<unsigned int>((static_cast<unsigned long long>(a) + b + 1) >> 1);
}

// Distances, added to a third number modulo 2^32.
HIPIFY_PREFERRED unsigned int __usad(unsigned int a, unsigned int b, unsigned int c) { return (a > b ? a - b : b - a) + c; }
HIPIFY_PREFERRED unsigned int __sad(int a, int b, unsigned int c) {
    return (a > b ? static_cast<unsigned int>(a) - static_cast<unsigned int>(b)
                  : static_cast<unsigned int>(b) - static_cast<unsigned int>(a)) + c;
}

#endif
