// What comes before AMD's rocWMMA for the CPU: it knows AMD's GPUs alone, by the macros of their compilers.
#ifndef HIPIFY_ROCWMMA_H
#define HIPIFY_ROCWMMA_H

#include <hip/hip_runtime.h>

#if __has_include(<rocwmma/internal/config.hpp>)

// Headers that rocWMMA, and programs of it, have by way of those that clang puts before HIP sources for a GPU.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>

#ifdef __HIPIFY_CPU__

// The runtime does not run this code with warps of another size.
extern "C" __device__ __attribute__((weak, used)) unsigned int __hipify_lanes = __AMDGCN_WAVEFRONT_SIZE;

// The matrix instructions are those of GPUs with warps of this size. gfx12 alone has products of 8-bit floats, and rocWMMA has it since
// 1.6, but without sums of 16 bits (the static assertions of `internal/wmma.hpp`), which gfx11 has.
#if __AMDGCN_WAVEFRONT_SIZE == 64
#define __gfx942__ 1
#elif defined(HIPIFY_ROCWMMA_GFX12)
#define __gfx1201__ 1
#else
#define __gfx1100__ 1
#endif

// Nothing else is to take this for a GPU, whose assembly it might use. rocWMMA's macros are defined by the compiler's.
#include <rocwmma/internal/config.hpp>
#ifdef __gfx942__
#undef __gfx942__
#undef ROCWMMA_ARCH_GFX942
#define ROCWMMA_ARCH_GFX942 1
#elif defined(__gfx1201__)
#undef __gfx1201__
#undef ROCWMMA_ARCH_GFX1201
#define ROCWMMA_ARCH_GFX1201 1
#else
#undef __gfx1100__
#undef ROCWMMA_ARCH_GFX1100
#define ROCWMMA_ARCH_GFX1100 1
#endif

#endif

// On a GPU the lanes of a wave run together, and programs rely on it: what one stores of a matrix another reads with nothing between.
#define load_matrix_sync hipify_load_matrix_sync
#define store_matrix_sync hipify_store_matrix_sync
#define load_matrix_coop_sync hipify_load_matrix_coop_sync
#define store_matrix_coop_sync hipify_store_matrix_coop_sync
#include <rocwmma/rocwmma.hpp>
#if __has_include(<rocwmma/rocwmma_coop.hpp>)
#include <rocwmma/rocwmma_coop.hpp>
#endif
#undef load_matrix_sync
#undef store_matrix_sync
#undef load_matrix_coop_sync
#undef store_matrix_coop_sync

namespace rocwmma {

#ifdef __HIPIFY_CPU__
#define HIPIFY_MEET() __hipify_warp_sync()
#else
#define HIPIFY_MEET() static_cast<void>(0)
#endif
// Template arguments that a call names come first: numbers, of waves.
#define HIPIFY_LOADS(name)                                                                               \
    template <typename... Given>                                                                         \
    __device__ inline auto name(Given &&...given)->decltype(hipify_##name(given...)) {                   \
        HIPIFY_MEET();                                                                                   \
        return hipify_##name(given...);                                                                  \
    }                                                                                                    \
    template <uint32_t count, uint32_t... more, typename... Given>                                       \
    __device__ inline auto name(Given &&...given)->decltype(hipify_##name<count, more...>(given...)) {   \
        HIPIFY_MEET();                                                                                   \
        return hipify_##name<count, more...>(given...);                                                  \
    }
#define HIPIFY_STORES(name)                                                                              \
    template <typename... Given>                                                                         \
    __device__ inline auto name(Given &&...given)->decltype(hipify_##name(given...)) {                   \
        HIPIFY_MEET();                                                                                   \
        hipify_##name(given...);                                                                         \
        HIPIFY_MEET();                                                                                   \
    }                                                                                                    \
    template <uint32_t count, uint32_t... more, typename... Given>                                       \
    __device__ inline auto name(Given &&...given)->decltype(hipify_##name<count, more...>(given...)) {   \
        HIPIFY_MEET();                                                                                   \
        hipify_##name<count, more...>(given...);                                                         \
        HIPIFY_MEET();                                                                                   \
    }
HIPIFY_LOADS(load_matrix_sync)
HIPIFY_STORES(store_matrix_sync)
#if __has_include(<rocwmma/rocwmma_coop.hpp>)
HIPIFY_LOADS(load_matrix_coop_sync)
HIPIFY_STORES(store_matrix_coop_sync)
#endif
#undef HIPIFY_LOADS
#undef HIPIFY_STORES
#undef HIPIFY_MEET

}  // namespace rocwmma

#endif

#endif
