// CUDA's products of integers under names without underscores.
#ifndef HIPIFY_PRODUCTS_BY_NAME_H
#define HIPIFY_PRODUCTS_BY_NAME_H

#include "integer_preferred.h"

HIPIFY_SUPPLIED int mulhi(int a, int b) { return static_cast<int>(static_cast<long long>(a) * b >> 32); }
HIPIFY_SUPPLIED unsigned int umulhi(unsigned int a, unsigned int b) {
    return static_cast<unsigned int>(static_cast<unsigned long long>(a) * b >> 32);
}
HIPIFY_SUPPLIED long long mul64hi(long long a, long long b) {
    return static_cast<long long>(static_cast<__int128>(a) * b >> 64);
}
HIPIFY_SUPPLIED unsigned long long umul64hi(unsigned long long a, unsigned long long b) {
    return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}
HIPIFY_SUPPLIED int mul24(int a, int b) { return __mul24(a, b); }
HIPIFY_SUPPLIED unsigned int umul24(unsigned int a, unsigned int b) { return __umul24(a, b); }

#endif
