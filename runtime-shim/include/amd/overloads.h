// Overloads that CUDA has and AMD's headers lack: functions of float under the names of those of double, which took their place
// with a double for a result; bits of signed integers. And roundings to integers, undefined there where the number does not fit.
#ifndef HIPIFY_AMD_OVERLOADS_H
#define HIPIFY_AMD_OVERLOADS_H

#include "../hip/hipify/cast_preferred.h"

#define HIPIFY_OF_FLOAT(name) \
    HIPIFY_PREFERRED float name(float x) { return name##f(x); }
HIPIFY_OF_FLOAT(cospi)
HIPIFY_OF_FLOAT(cyl_bessel_i0)
HIPIFY_OF_FLOAT(cyl_bessel_i1)
HIPIFY_OF_FLOAT(erfcinv)
HIPIFY_OF_FLOAT(erfcx)
HIPIFY_OF_FLOAT(erfinv)
HIPIFY_OF_FLOAT(exp10)
HIPIFY_OF_FLOAT(j0)
HIPIFY_OF_FLOAT(j1)
HIPIFY_OF_FLOAT(normcdf)
HIPIFY_OF_FLOAT(normcdfinv)
HIPIFY_OF_FLOAT(rcbrt)
HIPIFY_OF_FLOAT(rsqrt)
HIPIFY_OF_FLOAT(sinpi)
HIPIFY_OF_FLOAT(y0)
HIPIFY_OF_FLOAT(y1)
#undef HIPIFY_OF_FLOAT
HIPIFY_PREFERRED float jn(int order, float x) { return jnf(order, x); }
HIPIFY_PREFERRED float yn(int order, float x) { return ynf(order, x); }
HIPIFY_PREFERRED void sincos(float x, float *sine, float *cosine) { sincosf(x, sine, cosine); }
HIPIFY_PREFERRED void sincospi(float x, float *sine, float *cosine) { sincospif(x, sine, cosine); }

// In AMD's headers from some version after 6.4 on.
HIPIFY_SUPPLIED float __tanhf(float x) { return tanhf(x); }

// Of vectors AMD's headers lack one or another.
template <typename T, unsigned int n> struct HIP_vector_type;
template <typename T, unsigned int n> HIPIFY_DEVICE HIP_vector_type<T, n> __ldg(const HIP_vector_type<T, n> *address) { return *address; }

#define HIPIFY_NEAREST(To, prefix)                                                                       \
    HIPIFY_PREFERRED To prefix##rint(double x) { return hipify::saturated<To>(__builtin_rint(x)); }      \
    HIPIFY_PREFERRED To prefix##rintf(float x) { return hipify::saturated<To>(__builtin_rintf(x)); }     \
    HIPIFY_PREFERRED To prefix##round(double x) { return hipify::saturated<To>(__builtin_round(x)); }    \
    HIPIFY_PREFERRED To prefix##roundf(float x) { return hipify::saturated<To>(__builtin_roundf(x)); }
HIPIFY_NEAREST(long, l)
HIPIFY_NEAREST(long long, ll)
#undef HIPIFY_NEAREST

#define HIPIFY_BITS_OF_SIGNED(suffix, scope)                                                                       \
    HIPIFY_PREFERRED long long atomicAnd##suffix(long long *address, long long value) {                            \
        return __hip_atomic_fetch_and(address, value, __ATOMIC_RELAXED, scope);                                    \
    }                                                                                                              \
    HIPIFY_PREFERRED long long atomicOr##suffix(long long *address, long long value) {                             \
        return __hip_atomic_fetch_or(address, value, __ATOMIC_RELAXED, scope);                                     \
    }                                                                                                              \
    HIPIFY_PREFERRED long long atomicXor##suffix(long long *address, long long value) {                            \
        return __hip_atomic_fetch_xor(address, value, __ATOMIC_RELAXED, scope);                                    \
    }
HIPIFY_BITS_OF_SIGNED(, __HIP_MEMORY_SCOPE_AGENT)
HIPIFY_BITS_OF_SIGNED(_system, __HIP_MEMORY_SCOPE_SYSTEM)
#undef HIPIFY_BITS_OF_SIGNED

#endif
