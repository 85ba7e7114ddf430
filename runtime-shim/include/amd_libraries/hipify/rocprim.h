// What comes before rocPRIM's headers, and hipCUB's and rocThrust's, which stand on them, for the CPU: these know
// AMD's GPUs alone, some by their assembly.
#ifndef HIPIFY_ROCPRIM_H
#define HIPIFY_ROCPRIM_H

// The runtime does not run this code with warps of another size.
#ifdef __HIPIFY_CPU__
extern "C" __device__ __attribute__((weak, used)) unsigned int __hipify_lanes = __AMDGCN_WAVEFRONT_SIZE;
#endif

// Headers that rocPRIM, and programs of it, have by way of AMD's own, and of those that clang puts before HIP sources for a GPU.
#include <algorithm>
#include <chrono>
#include <complex>
#include <iostream>
#include <new>

// HIP 7's, by which rocPRIM 4 checks arguments of device functions.
#ifdef NDEBUG
#define __hip_assert(condition)
#else
#define __hip_assert(condition) ((condition) ? void() : __builtin_trap())
#endif

// Loads and stores with a cache policy are in assembly; without it they are plain.
#define ROCPRIM_THREAD_LOAD_USE_CACHE_MODIFIERS 0
#define ROCPRIM_THREAD_STORE_USE_CACHE_MODIFIERS 0
#define HIPCUB_THREAD_LOAD_USE_CACHE_MODIFIERS 0
#define HIPCUB_THREAD_STORE_USE_CACHE_MODIFIERS 0

#include <rocprim/rocprim_version.hpp>
// rocPRIM 4 takes warps of 32 lanes for those of these GPUs, and asks no compiler for the size.
#if ROCPRIM_VERSION_MAJOR >= 4 && defined(__HIPIFY_CPU__) && __AMDGCN_WAVEFRONT_SIZE == 32
#define ROCPRIM_NAVI 1
#endif

// "unknown build target"
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-W#warnings"
#include <rocprim/config.hpp>
#pragma clang diagnostic pop

#ifdef __HIPIFY_CPU__
// An unrolled loop in which lanes meet takes the compiler minutes: each meeting of each turn would be one of its own.
#undef ROCPRIM_UNROLL
#define ROCPRIM_UNROLL ROCPRIM_NO_UNROLL
#endif

// Its `erfcinv` is for the host alone, and would hide the one that is for both.
#if __has_include(<thrust/random/detail/erfcinv.h>)
#define erfcinv hipify_thrusts_erfcinv
#include <thrust/random/detail/erfcinv.h>
#undef erfcinv
#endif

#ifdef __HIPIFY_CPU__

namespace hipify {

/// Stands for an integer of 128 bits in what is replaced below.
struct replaced_128 {
    replaced_128() = default;
    __device__ replaced_128(int) {}
};

}  // namespace hipify

// Its atomic accesses of 16 bytes are in assembly, and stop the compile of what is no GPU that it knows.
#pragma push_macro("__HIP_DEVICE_COMPILE__")
#undef __HIP_DEVICE_COMPILE__
#define __uint128_t hipify::replaced_128
#include <rocprim/intrinsics/atomic.hpp>
#undef __uint128_t
#pragma pop_macro("__HIP_DEVICE_COMPILE__")

namespace rocprim {
namespace detail {

// A compare with what is written when it is equal changes nothing.
__device__ inline __uint128_t atomic_load(const __uint128_t *address) {
    return __sync_val_compare_and_swap(const_cast<__uint128_t *>(address), __uint128_t(0), __uint128_t(0));
}
__device__ inline void atomic_store(__uint128_t *address, __uint128_t value) {
    __uint128_t old = *address, seen;
    while ((seen = __sync_val_compare_and_swap(address, old, value)) != old) old = seen;
}

}  // namespace detail
}  // namespace rocprim

#endif

// Before ROCm 6 it asks whether a GPU is a gfx908 by a member of the properties that later HIPs have no more: it is none.
#if ROCPRIM_VERSION_MAJOR < 3
#define gcnArch gcnArchName[0]
#include <rocprim/rocprim.hpp>
#undef gcnArch
#endif

// Kernels that the host pass of other targets knows nothing of.
#ifdef HIPIFY_CPU_ALONE
#include "algorithms.h"
#endif

#endif
