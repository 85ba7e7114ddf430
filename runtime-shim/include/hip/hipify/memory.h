// Loads and stores with hints about caches, which are plain: a processor has none to give, and what is cached is the same value.
#ifndef HIPIFY_MEMORY_H
#define HIPIFY_MEMORY_H

#include "qualifiers.h"

namespace hipify {

// Not deduced from the value, which converts as to a function's parameter.
template <typename T>
struct stored {
    typedef T type;
};

}  // namespace hipify

#define HIPIFY_LOAD(name) \
    HIPIFY_SUPPLIED_OF(T) T name(const T *address HIPIFY_NOTHING_MORE) { return *address; }
#define HIPIFY_STORE(name) \
    HIPIFY_SUPPLIED_OF(T) void name(T *address, typename hipify::stored<T>::type value HIPIFY_NOTHING_MORE) { *address = value; }
// AMD's headers have this one.
#ifndef HIPIFY_SUPPLEMENT
HIPIFY_LOAD(__ldg)
#endif
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
