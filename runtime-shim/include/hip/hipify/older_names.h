// Functions of numbers under names of early CUDA without underscores, and `fdivide`.
#ifndef HIPIFY_OLDER_NAMES_H
#define HIPIFY_OLDER_NAMES_H

#include "qualifiers.h"

HIPIFY_SUPPLIED int float_as_int(float x) { return __builtin_bit_cast(int, x); }
HIPIFY_SUPPLIED unsigned int float_as_uint(float x) { return __builtin_bit_cast(unsigned int, x); }
HIPIFY_SUPPLIED float int_as_float(int x) { return __builtin_bit_cast(float, x); }
HIPIFY_SUPPLIED float uint_as_float(unsigned int x) { return __builtin_bit_cast(float, x); }
// NaN becomes 0.
HIPIFY_SUPPLIED float saturate(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }
HIPIFY_SUPPLIED double fdivide(double x, double y) { return x / y; }
HIPIFY_SUPPLIED float fdivide(float x, float y) { return x / y; }

#endif
