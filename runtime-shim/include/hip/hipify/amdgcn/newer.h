// Builtins of clang 20 and later, for the host pass of an older one too, which must know what kernels name.
#ifndef HIPIFY_AMDGCN_NEWER_H
#define HIPIFY_AMDGCN_NEWER_H

#include <hip/hipify/intrinsics.h>

#if !__has_builtin(__builtin_amdgcn_writelane)
HIPIFY_DEVICE int __builtin_amdgcn_writelane(int value, int lane, int old) {
    return __hipify_lane() == (static_cast<unsigned int>(lane) & (__hipify_warp_size() - 1)) ? value : old;
}
#endif
// clang 22 knows these two by name where it has no code for them, and refuses to have them defined.
#if !__has_builtin(__builtin_amdgcn_inverse_ballot_w32)
HIPIFY_DEVICE bool __hipify_inverse_ballot_w32(unsigned int mask) { return (mask >> (__hipify_lane() & 31) & 1) != 0; }
#define __builtin_amdgcn_inverse_ballot_w32 __hipify_inverse_ballot_w32
#endif
#if !__has_builtin(__builtin_amdgcn_inverse_ballot_w64)
HIPIFY_DEVICE bool __hipify_inverse_ballot_w64(unsigned long mask) { return (mask >> __hipify_lane() & 1) != 0; }
#define __builtin_amdgcn_inverse_ballot_w64 __hipify_inverse_ballot_w64
#endif

#endif
