// Complex numbers as pairs of floats or doubles, and their arithmetic.
#ifndef HIP_INCLUDE_HIP_HIP_COMPLEX_H
#define HIP_INCLUDE_HIP_HIP_COMPLEX_H

#ifdef __cplusplus
#if defined(__HIP__)
#include <hip/hipify/standard.h>
#endif
#include <cmath>
#else
#include <math.h>
#endif
#include <hip/hip_vector_types.h>

#ifdef __HIP__
#define HIPIFY_COMPLEX __host__ __device__ static inline __attribute__((nodebug))
#else
#define HIPIFY_COMPLEX static inline
#endif

// `suffix` tells the functions for float from those for double.
#define HIPIFY_COMPLEX_NUMBERS(type, part, suffix, root)                                                        \
    HIPIFY_COMPLEX part hipCreal##suffix(type z) { return z.x; }                                                \
    HIPIFY_COMPLEX part hipCimag##suffix(type z) { return z.y; }                                                \
    HIPIFY_COMPLEX type make_##type(part real, part imaginary) {                                                \
        type z;                                                                                                 \
        z.x = real;                                                                                             \
        z.y = imaginary;                                                                                        \
        return z;                                                                                               \
    }                                                                                                           \
    HIPIFY_COMPLEX type hipConj##suffix(type z) { return make_##type(z.x, -z.y); }                              \
    HIPIFY_COMPLEX part hipCsqabs##suffix(type z) { return z.x * z.x + z.y * z.y; }                             \
    HIPIFY_COMPLEX part hipCabs##suffix(type z) { return root(hipCsqabs##suffix(z)); }                          \
    HIPIFY_COMPLEX type hipCadd##suffix(type p, type q) { return make_##type(p.x + q.x, p.y + q.y); }           \
    HIPIFY_COMPLEX type hipCsub##suffix(type p, type q) { return make_##type(p.x - q.x, p.y - q.y); }           \
    HIPIFY_COMPLEX type hipCmul##suffix(type p, type q) {                                                       \
        return make_##type(p.x * q.x - p.y * q.y, p.x * q.y + p.y * q.x);                                       \
    }                                                                                                           \
    HIPIFY_COMPLEX type hipCfma##suffix(type p, type q, type r) {                                               \
        return make_##type(p.x * q.x - p.y * q.y + r.x, p.x * q.y + p.y * q.x + r.y);                           \
    }                                                                                                           \
    /* As AMD's, in which squares of large numbers overflow. */                                                 \
    HIPIFY_COMPLEX type hipCdiv##suffix(type p, type q) {                                                       \
        part size = hipCsqabs##suffix(q);                                                                       \
        return make_##type((p.x * q.x + p.y * q.y) / size, (p.y * q.x - p.x * q.y) / size);                     \
    }

typedef float2 hipFloatComplex;
typedef double2 hipDoubleComplex;
typedef hipFloatComplex hipComplex;

HIPIFY_COMPLEX_NUMBERS(hipFloatComplex, float, f, sqrtf)
HIPIFY_COMPLEX_NUMBERS(hipDoubleComplex, double, , sqrt)

HIPIFY_COMPLEX hipComplex make_hipComplex(float real, float imaginary) { return make_hipFloatComplex(real, imaginary); }
HIPIFY_COMPLEX hipFloatComplex hipComplexDoubleToFloat(hipDoubleComplex z) {
    return make_hipFloatComplex((float)z.x, (float)z.y);
}
HIPIFY_COMPLEX hipDoubleComplex hipComplexFloatToDouble(hipFloatComplex z) { return make_hipDoubleComplex(z.x, z.y); }

#undef HIPIFY_COMPLEX_NUMBERS
#undef HIPIFY_COMPLEX

#endif
