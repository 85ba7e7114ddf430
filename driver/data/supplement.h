// Device functions of CUDA that this HIP has not yet; included in front of ported sources.
#pragma once
#if defined(__HIP__) && defined(__cplusplus)

// HIP has it from 7.0 on. The lanes of a wavefront run in step, so that the mask does not matter; what matters is that no
// memory access moves across, for the compiler and for the other lanes. A template, so that a program's own one is preferred.
template <typename Mask = unsigned long long>
static inline __attribute__((device, always_inline)) void __syncwarp(Mask = ~Mask(0)) {
#if defined(__HIP_DEVICE_COMPILE__) || defined(__AMDGCN__)
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
#endif
}

#endif
