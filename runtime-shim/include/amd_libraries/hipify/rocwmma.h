// What comes before AMD's rocWMMA for the CPU: it knows AMD's GPUs alone, by the macros of their compilers.
#ifndef HIPIFY_ROCWMMA_H
#define HIPIFY_ROCWMMA_H

#include <hip/hip_runtime.h>

#if __has_include(<rocwmma/internal/config.hpp>)

#ifdef __HIPIFY_CPU__

// The runtime does not run this code with warps of another size.
extern "C" __device__ __attribute__((weak, used)) unsigned int __hipify_lanes = __AMDGCN_WAVEFRONT_SIZE;

// The matrix instructions are those of GPUs with warps of this size, the newest that the headers know: rocWMMA has gfx12 since 1.6.
#if __has_include(<rocwmma/internal/rocwmma-version.hpp>)
#include <string>
#include <rocwmma/internal/rocwmma-version.hpp>
#else
#define ROCWMMA_VERSION_MAJOR 0
#define ROCWMMA_VERSION_MINOR 0
#endif
#if __AMDGCN_WAVEFRONT_SIZE == 64
#define __gfx942__ 1
#elif ROCWMMA_VERSION_MAJOR > 1 || (ROCWMMA_VERSION_MAJOR == 1 && ROCWMMA_VERSION_MINOR >= 6)
#define __gfx1201__ 1
#else
#define __gfx1100__ 1
#endif

// Nothing else is to take this for a GPU, whose assembly it might use.
#include <rocwmma/internal/config.hpp>
#undef __gfx942__
#undef __gfx1201__
#undef __gfx1100__

#endif

#endif

#endif
