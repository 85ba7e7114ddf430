// Arrivals at a barrier in 64 bits: how many have come (16 bits), how many are to come (16), and the phase (32). What
// `cuda::barrier` and CUDA's `__mbarrier_t` are made of here.
#pragma once
#pragma clang system_header
#include <hip/hip_runtime.h>

namespace hipify_kept {

typedef unsigned long long arrivals;

template <int Scope> __device__ inline arrivals seen(const arrivals *at) { return __hip_atomic_load(at, __ATOMIC_ACQUIRE, Scope); }

__host__ __device__ inline arrivals expecting(unsigned int count) { return static_cast<arrivals>(count & 0xffff) << 16; }

__device__ inline unsigned int come(arrivals of) { return static_cast<unsigned int>(of & 0xffff); }
__device__ inline unsigned int expected(arrivals of) { return static_cast<unsigned int>(of >> 16 & 0xffff); }
__device__ inline unsigned int phase(arrivals of) { return static_cast<unsigned int>(of >> 32); }

// Whoever comes last begins the next phase, in which nobody has come. Gives the phase that the caller has come in.
template <int Scope> __device__ inline unsigned int arrive(arrivals *at, unsigned int count) {
    const arrivals before = __hip_atomic_fetch_add(at, static_cast<arrivals>(count), __ATOMIC_ACQ_REL, Scope);
    if (come(before) + count == expected(before)) {
        __hip_atomic_fetch_add(at, (1ull << 32) - expected(before), __ATOMIC_ACQ_REL, Scope);
    }
    return phase(before);
}
// From the next phase on one less is to come, and this one waits for the caller no longer.
template <int Scope> __device__ inline unsigned int drop(arrivals *at) {
    const arrivals before = __hip_atomic_fetch_add(at, 0ull - (1ull << 16), __ATOMIC_ACQ_REL, Scope);
    if (come(before) == expected(before) - 1) {
        __hip_atomic_fetch_add(at, (1ull << 32) - come(before), __ATOMIC_ACQ_REL, Scope);
    }
    return phase(before);
}

// Copies by the widest words that both places and the size allow.
template <typename Word> __device__ inline bool copied_by(void *to, const void *from, size_t bytes, size_t first, size_t step) {
    const unsigned long long all = reinterpret_cast<unsigned long long>(to) | reinterpret_cast<unsigned long long>(from) | bytes;
    if (all % sizeof(Word) != 0) return false;
    for (size_t i = first; i < bytes / sizeof(Word); i += step) static_cast<Word *>(to)[i] = static_cast<const Word *>(from)[i];
    return true;
}
__device__ inline void copy(void *to, const void *from, size_t bytes, size_t first = 0, size_t step = 1) {
    if (copied_by<uint4>(to, from, bytes, first, step) || copied_by<uint2>(to, from, bytes, first, step)) return;
    if (copied_by<unsigned int>(to, from, bytes, first, step) || copied_by<unsigned short>(to, from, bytes, first, step)) return;
    copied_by<unsigned char>(to, from, bytes, first, step);
}

}  // namespace hipify_kept
