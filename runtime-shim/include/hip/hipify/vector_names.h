// The names of the vectors and the functions that make them: `float4`, `make_float4`.
#ifndef HIPIFY_VECTOR_NAMES_H
#define HIPIFY_VECTOR_NAMES_H

#include <hip/hipify/qualifiers.h>

#ifdef __cplusplus

#define HIPIFY_VECTORS(T, name)                                                                          \
    typedef HIP_vector_type<T, 1> name##1;                                                               \
    typedef HIP_vector_type<T, 2> name##2;                                                               \
    typedef HIP_vector_type<T, 3> name##3;                                                               \
    typedef HIP_vector_type<T, 4> name##4;                                                               \
    HIPIFY_BOTH constexpr name##1 make_##name##1(T x) { return name##1(x); }                             \
    HIPIFY_BOTH constexpr name##2 make_##name##2(T x, T y) { return name##2(x, y); }                     \
    HIPIFY_BOTH constexpr name##3 make_##name##3(T x, T y, T z) { return name##3(x, y, z); }             \
    HIPIFY_BOTH constexpr name##4 make_##name##4(T x, T y, T z, T w) { return name##4(x, y, z, w); }

#else

#define HIPIFY_VECTORS(T, name)                                                                          \
    typedef struct { T x; } name##1;                                                                     \
    typedef struct { T x, y; } __attribute__((aligned(2 * sizeof(T)))) name##2;                          \
    typedef struct { T x, y, z; } name##3;                                                               \
    typedef struct { T x, y, z, w; } __attribute__((aligned(4 * sizeof(T)))) name##4;                    \
    static inline name##1 make_##name##1(T x) { name##1 made = {x}; return made; }                       \
    static inline name##2 make_##name##2(T x, T y) { name##2 made = {x, y}; return made; }               \
    static inline name##3 make_##name##3(T x, T y, T z) { name##3 made = {x, y, z}; return made; }       \
    static inline name##4 make_##name##4(T x, T y, T z, T w) { name##4 made = {x, y, z, w}; return made; }

#endif

HIPIFY_VECTORS(char, char)
HIPIFY_VECTORS(unsigned char, uchar)
HIPIFY_VECTORS(short, short)
HIPIFY_VECTORS(unsigned short, ushort)
HIPIFY_VECTORS(int, int)
HIPIFY_VECTORS(unsigned int, uint)
HIPIFY_VECTORS(long, long)
HIPIFY_VECTORS(unsigned long, ulong)
HIPIFY_VECTORS(long long, longlong)
HIPIFY_VECTORS(unsigned long long, ulonglong)
HIPIFY_VECTORS(float, float)
HIPIFY_VECTORS(double, double)

#undef HIPIFY_VECTORS

#endif
