// Conversions between numbers with a named rounding, and views of the same bits as another type.
#ifndef HIPIFY_CAST_H
#define HIPIFY_CAST_H

#include <hip/hipify/standard.h>

#define HIPIFY_SAME_BITS(name, To, From)                              \
    HIPIFY_DEVICE To name(From x) {                                   \
        To made;                                                      \
        __builtin_memcpy(&made, &x, sizeof(To));                      \
        return made;                                                  \
    }
HIPIFY_SAME_BITS(__float_as_int, int, float)
HIPIFY_SAME_BITS(__float_as_uint, unsigned int, float)
HIPIFY_SAME_BITS(__int_as_float, float, int)
HIPIFY_SAME_BITS(__uint_as_float, float, unsigned int)
HIPIFY_SAME_BITS(__double_as_longlong, long long, double)
HIPIFY_SAME_BITS(__longlong_as_double, double, long long)
#undef HIPIFY_SAME_BITS

HIPIFY_DEVICE int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
HIPIFY_DEVICE int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
HIPIFY_DEVICE double __hiloint2double(int high, int low) {
    return __longlong_as_double(static_cast<long long>(
        static_cast<unsigned long long>(static_cast<unsigned int>(high)) << 32 | static_cast<unsigned int>(low)));
}

#include <hip/hipify/cast_rounding.h>

#endif
