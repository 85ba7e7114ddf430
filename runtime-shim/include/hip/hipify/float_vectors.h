// Arithmetic of `float2` and atomic additions of `float2` and `float4`, which CUDA has from compute capability 9.0 and 10.0 on: of
// each element by itself, as CUDA has it. Beside AMD's headers these come before the vectors' types.
#ifndef HIPIFY_FLOAT_VECTORS_H
#define HIPIFY_FLOAT_VECTORS_H

#include "qualifiers.h"
#include "math_rounding.h"

template <typename T, unsigned int n> struct HIP_vector_type;

#define HIPIFY_VECTOR_ADD(suffix, scope)                                                                                    \
    template <unsigned int n>                                                                                               \
    HIPIFY_DEVICE HIP_vector_type<float, n> atomicAdd##suffix(HIP_vector_type<float, n> *address,                           \
                                                              HIP_vector_type<float, n> value) {                            \
        static_assert(n == 2 || n == 4, "CUDA adds vectors of two and of four");                                            \
        float parts[n];                                                                                                     \
        __builtin_memcpy(parts, &value, sizeof parts);                                                                      \
        for (unsigned int i = 0; i < n; ++i) {                                                                              \
            parts[i] = __hip_atomic_fetch_add(reinterpret_cast<float *>(address) + i, parts[i], __ATOMIC_RELAXED, scope);   \
        }                                                                                                                   \
        __builtin_memcpy(&value, parts, sizeof parts);                                                                      \
        return value;                                                                                                       \
    }
HIPIFY_VECTOR_ADD(, __HIP_MEMORY_SCOPE_AGENT)
HIPIFY_VECTOR_ADD(_block, __HIP_MEMORY_SCOPE_WORKGROUP)
HIPIFY_VECTOR_ADD(_system, __HIP_MEMORY_SCOPE_SYSTEM)
#undef HIPIFY_VECTOR_ADD

#define HIPIFY_PAIR_ARITHMETIC(mode, sum, product, fused)                                                                   \
    template <unsigned int n>                                                                                               \
    HIPIFY_DEVICE HIP_vector_type<float, n> __fadd2_##mode(HIP_vector_type<float, n> a, HIP_vector_type<float, n> b) {      \
        HIPIFY_EXACT a.x = sum(a.x, b.x), a.y = sum(a.y, b.y);                                                              \
        return a;                                                                                                           \
    }                                                                                                                       \
    template <unsigned int n>                                                                                               \
    HIPIFY_DEVICE HIP_vector_type<float, n> __fmul2_##mode(HIP_vector_type<float, n> a, HIP_vector_type<float, n> b) {      \
        HIPIFY_EXACT a.x = product(a.x, b.x), a.y = product(a.y, b.y);                                                      \
        return a;                                                                                                           \
    }                                                                                                                       \
    template <unsigned int n>                                                                                               \
    HIPIFY_DEVICE HIP_vector_type<float, n> __ffma2_##mode(HIP_vector_type<float, n> a, HIP_vector_type<float, n> b,        \
                                                           HIP_vector_type<float, n> c) {                                   \
        a.x = fused(a.x, b.x, c.x), a.y = fused(a.y, b.y, c.y);                                                             \
        return a;                                                                                                           \
    }
#define HIPIFY_NEAREST_SUM(a, b) ((a) + (b))
#define HIPIFY_NEAREST_PRODUCT(a, b) ((a) * (b))
HIPIFY_PAIR_ARITHMETIC(rn, HIPIFY_NEAREST_SUM, HIPIFY_NEAREST_PRODUCT, __builtin_fmaf)
HIPIFY_PAIR_ARITHMETIC(rz, __fadd_rz, __fmul_rz, __fmaf_rz)
HIPIFY_PAIR_ARITHMETIC(ru, __fadd_ru, __fmul_ru, __fmaf_ru)
HIPIFY_PAIR_ARITHMETIC(rd, __fadd_rd, __fmul_rd, __fmaf_rd)
#undef HIPIFY_NEAREST_PRODUCT
#undef HIPIFY_NEAREST_SUM
#undef HIPIFY_PAIR_ARITHMETIC

#endif
