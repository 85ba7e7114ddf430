// Loads and stores with hints about caches: a processor has none to give, so that they are plain.
#ifndef HIPIFY_MEMORY_H
#define HIPIFY_MEMORY_H

#include <hip/hip_vector_types.h>
#include <hip/hipify/intrinsics.h>

#define HIPIFY_LOAD(name)                                            \
    template <typename T>                                            \
    HIPIFY_DEVICE T name(const T *address) {                         \
        return *address;                                             \
    }
#define HIPIFY_STORE(name)                                           \
    template <typename T>                                            \
    HIPIFY_DEVICE void name(T *address, T value) {                   \
        *address = value;                                            \
    }
HIPIFY_LOAD(__ldg)
HIPIFY_LOAD(__ldca)
HIPIFY_LOAD(__ldcg)
HIPIFY_LOAD(__ldcs)
HIPIFY_LOAD(__ldcv)
HIPIFY_LOAD(__ldlu)
HIPIFY_STORE(__stcg)
HIPIFY_STORE(__stcs)
HIPIFY_STORE(__stwb)
HIPIFY_STORE(__stwt)
#undef HIPIFY_LOAD
#undef HIPIFY_STORE


#endif
