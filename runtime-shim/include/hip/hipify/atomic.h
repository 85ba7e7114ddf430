// Atomic operations on memory: `atomicAdd` and the others, for the device, `_block` and `_system`. Beside AMD's headers only the
// forms that those lack.
#ifndef HIPIFY_ATOMIC_H
#define HIPIFY_ATOMIC_H

#include "qualifiers.h"

// For `hipify-rs check`: the operation that follows is for the block alone.
#ifdef HIPIFY_SUPPLEMENT
#define HIPIFY_SCOPE(scope)
#else
#include "intrinsics.h"
#define HIPIFY_SCOPE(scope) if (scope == __HIP_MEMORY_SCOPE_WORKGROUP) __hipify_block_scope();
#endif

// `suffix` says who sees the operation as one.
#define HIPIFY_ATOMIC_ANY(T, suffix, scope)                                                                 \
    HIPIFY_SUPPLIED T atomicAdd##suffix(T *address, T value) {                                                \
        HIPIFY_SCOPE(scope)                                                                                 \
        return __hip_atomic_fetch_add(address, value, __ATOMIC_RELAXED, scope);                             \
    }                                                                                                       \
    HIPIFY_SUPPLIED T atomicSub##suffix(T *address, T value) {                                                \
        HIPIFY_SCOPE(scope)                                                                                 \
        return __hip_atomic_fetch_add(address, static_cast<T>(-value), __ATOMIC_RELAXED, scope);            \
    }                                                                                                       \
    HIPIFY_SUPPLIED T atomicExch##suffix(T *address, T value) {                                               \
        HIPIFY_SCOPE(scope)                                                                                 \
        return __hip_atomic_exchange(address, value, __ATOMIC_RELAXED, scope);                              \
    }                                                                                                       \
    HIPIFY_SUPPLIED T atomicMin##suffix(T *address, T value) {                                                \
        HIPIFY_SCOPE(scope)                                                                                 \
        return __hip_atomic_fetch_min(address, value, __ATOMIC_RELAXED, scope);                             \
    }                                                                                                       \
    HIPIFY_SUPPLIED T atomicMax##suffix(T *address, T value) {                                                \
        HIPIFY_SCOPE(scope)                                                                                 \
        return __hip_atomic_fetch_max(address, value, __ATOMIC_RELAXED, scope);                             \
    }                                                                                                       \
    HIPIFY_SUPPLIED T atomicCAS##suffix(T *address, T compare, T value) {                                     \
        HIPIFY_SCOPE(scope)                                                                                 \
        __hip_atomic_compare_exchange_strong(address, &compare, value, __ATOMIC_RELAXED, __ATOMIC_RELAXED, scope); \
        return compare;                                                                                     \
    }

#define HIPIFY_ATOMIC_INTEGER(T, suffix, scope)                                                             \
    HIPIFY_ATOMIC_ANY(T, suffix, scope)                                                                     \
    HIPIFY_SUPPLIED T atomicAnd##suffix(T *address, T value) {                                                \
        HIPIFY_SCOPE(scope)                                                                                 \
        return __hip_atomic_fetch_and(address, value, __ATOMIC_RELAXED, scope);                             \
    }                                                                                                       \
    HIPIFY_SUPPLIED T atomicOr##suffix(T *address, T value) {                                                 \
        HIPIFY_SCOPE(scope)                                                                                 \
        return __hip_atomic_fetch_or(address, value, __ATOMIC_RELAXED, scope);                              \
    }                                                                                                       \
    HIPIFY_SUPPLIED T atomicXor##suffix(T *address, T value) {                                                \
        HIPIFY_SCOPE(scope)                                                                                 \
        return __hip_atomic_fetch_xor(address, value, __ATOMIC_RELAXED, scope);                             \
    }

#define HIPIFY_ATOMIC_WRAP(T, suffix, scope)                                                                \
    HIPIFY_SUPPLIED T atomicInc##suffix(T *address, T limit) {                                                \
        T seen = __hip_atomic_load(address, __ATOMIC_RELAXED, scope);                                       \
        while (!__hip_atomic_compare_exchange_strong(address, &seen, seen >= limit ? 0u : seen + 1,       \
                                                     __ATOMIC_RELAXED, __ATOMIC_RELAXED, scope)) {          \
        }                                                                                                   \
        return seen;                                                                                        \
    }                                                                                                       \
    HIPIFY_SUPPLIED T atomicDec##suffix(T *address, T limit) {                                                \
        T seen = __hip_atomic_load(address, __ATOMIC_RELAXED, scope);                                       \
        while (!__hip_atomic_compare_exchange_strong(address, &seen, seen == 0 || seen > limit ? limit : seen - 1, \
                                                     __ATOMIC_RELAXED, __ATOMIC_RELAXED, scope)) {          \
        }                                                                                                   \
        return seen;                                                                                        \
    }

#define HIPIFY_ATOMIC(suffix, scope)                                       \
    HIPIFY_ATOMIC_INTEGER(int, suffix, scope)                              \
    HIPIFY_ATOMIC_INTEGER(unsigned int, suffix, scope)                     \
    HIPIFY_ATOMIC_INTEGER(long, suffix, scope)                             \
    HIPIFY_ATOMIC_INTEGER(unsigned long, suffix, scope)                    \
    HIPIFY_ATOMIC_INTEGER(long long, suffix, scope)                        \
    HIPIFY_ATOMIC_INTEGER(unsigned long long, suffix, scope)               \
    HIPIFY_ATOMIC_ANY(float, suffix, scope)                                \
    HIPIFY_ATOMIC_ANY(double, suffix, scope)                               \
    HIPIFY_ATOMIC_WRAP(unsigned int, suffix, scope)

// CUDA compares and exchanges 16 bits too.
#define HIPIFY_ATOMIC_HALF_WORD(suffix, scope)                                                                         \
    HIPIFY_SUPPLIED unsigned short atomicCAS##suffix(unsigned short *address, unsigned short compare,                  \
                                                     unsigned short value) {                                           \
        __hip_atomic_compare_exchange_strong(address, &compare, value, __ATOMIC_RELAXED, __ATOMIC_RELAXED, scope);     \
        return compare;                                                                                                \
    }

HIPIFY_ATOMIC(_block, __HIP_MEMORY_SCOPE_WORKGROUP)
HIPIFY_ATOMIC_HALF_WORD(, __HIP_MEMORY_SCOPE_AGENT)
HIPIFY_ATOMIC_HALF_WORD(_block, __HIP_MEMORY_SCOPE_WORKGROUP)
HIPIFY_ATOMIC_HALF_WORD(_system, __HIP_MEMORY_SCOPE_SYSTEM)
#ifdef HIPIFY_SUPPLEMENT
HIPIFY_ATOMIC_WRAP(unsigned int, _system, __HIP_MEMORY_SCOPE_SYSTEM)
// AMD's headers have these from 5.3 on.
#define HIPIFY_ATOMIC_SIGNED(suffix, scope)                                              \
    HIPIFY_SUPPLIED long long atomicMin##suffix(long long *address, long long value) {   \
        return __hip_atomic_fetch_min(address, value, __ATOMIC_RELAXED, scope);          \
    }                                                                                    \
    HIPIFY_SUPPLIED long long atomicMax##suffix(long long *address, long long value) {   \
        return __hip_atomic_fetch_max(address, value, __ATOMIC_RELAXED, scope);          \
    }
HIPIFY_ATOMIC_SIGNED(, __HIP_MEMORY_SCOPE_AGENT)
HIPIFY_ATOMIC_SIGNED(_system, __HIP_MEMORY_SCOPE_SYSTEM)
#undef HIPIFY_ATOMIC_SIGNED
#else
HIPIFY_ATOMIC(, __HIP_MEMORY_SCOPE_AGENT)
HIPIFY_ATOMIC(_system, __HIP_MEMORY_SCOPE_SYSTEM)

// AMD's names for what is fast or right on memory of every kind; here both are the same.
#define HIPIFY_ATOMIC_KIND(T)                                                                       \
    HIPIFY_DEVICE T safeAtomicAdd(T *address, T value) { return atomicAdd(address, value); }        \
    HIPIFY_DEVICE T safeAtomicMin(T *address, T value) { return atomicMin(address, value); }        \
    HIPIFY_DEVICE T safeAtomicMax(T *address, T value) { return atomicMax(address, value); }        \
    HIPIFY_DEVICE T unsafeAtomicAdd(T *address, T value) { return atomicAdd(address, value); }      \
    HIPIFY_DEVICE T unsafeAtomicMin(T *address, T value) { return atomicMin(address, value); }      \
    HIPIFY_DEVICE T unsafeAtomicMax(T *address, T value) { return atomicMax(address, value); }
HIPIFY_ATOMIC_KIND(float)
HIPIFY_ATOMIC_KIND(double)
#undef HIPIFY_ATOMIC_KIND
HIPIFY_DEVICE void atomicAddNoRet(float *address, float value) { atomicAdd(address, value); }
#endif

#undef HIPIFY_ATOMIC
#undef HIPIFY_ATOMIC_HALF_WORD
#undef HIPIFY_ATOMIC_WRAP
#undef HIPIFY_ATOMIC_INTEGER
#undef HIPIFY_ATOMIC_ANY
#undef HIPIFY_SCOPE

#endif
