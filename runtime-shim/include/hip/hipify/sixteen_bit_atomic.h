// `atomicAdd` of 16-bit numbers and their pairs, by comparing and exchanging the bits.
#ifndef HIPIFY_SIXTEEN_BIT_ATOMIC_H
#define HIPIFY_SIXTEEN_BIT_ATOMIC_H

#include "qualifiers.h"

namespace hipify {

template <typename Bits, typename T>
HIPIFY_DEVICE T atomic_add_bits(T *address, T value) {
    static_assert(sizeof(Bits) == sizeof(T), "the bits are those of the number");
    Bits *place = reinterpret_cast<Bits *>(address);
    Bits seen = __hip_atomic_load(place, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT), wanted;
    T before;
    do {
        __builtin_memcpy(&before, &seen, sizeof(T));
        T after = before + value;
        __builtin_memcpy(&wanted, &after, sizeof(T));
    } while (!__hip_atomic_compare_exchange_strong(place, &seen, wanted, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                                   __HIP_MEMORY_SCOPE_AGENT));
    return before;
}

}  // namespace hipify

#define HIPIFY_SIXTEEN_BIT_ATOMIC(T, T2)                                                                               \
    HIPIFY_DEVICE T atomicAdd(T *address, T value) { return hipify::atomic_add_bits<unsigned short>(address, value); }  \
    HIPIFY_DEVICE T2 atomicAdd(T2 *address, T2 value) { return hipify::atomic_add_bits<unsigned int>(address, value); } \
    HIPIFY_DEVICE T unsafeAtomicAdd(T *address, T value) { return atomicAdd(address, value); }                          \
    HIPIFY_DEVICE T2 unsafeAtomicAdd(T2 *address, T2 value) { return atomicAdd(address, value); }

#endif
