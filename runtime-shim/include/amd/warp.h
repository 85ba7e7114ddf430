// Warp functions of CUDA for AMD's HIP, in front of ported sources, so that only builtins are at hand.
//
// HIP has these from 7.0 on, and from 6.2 on where HIP_ENABLE_WARP_SYNC_BUILTINS is defined. HIP's own ones stop a kernel whose
// mask is not exactly the set of active lanes (`__hip_check_mask` in amd_warp_sync_functions.h), and their `__all_sync` compares
// a ballot with the mask. Either fails with `~0ull` wherever a wavefront has lanes that are not active: in the last step of a
// block reduction, or in a block of 32 threads on a GPU with wavefronts of 64. CUDA asks only that each calling lane is in its
// mask. These functions take part for the active lanes of the mask: lanes of a wavefront run in lockstep.
#pragma once
#pragma clang system_header
#if defined(__HIP__) && defined(__cplusplus)
#if __has_include(<hip/hip_version.h>)
#include <hip/hip_version.h>
#endif

// Bodies are for the device pass: builtins of AMDGPU are unknown to the host's.
#if defined(__HIP_DEVICE_COMPILE__) || defined(__AMDGCN__)
#define HIPIFY_ON_DEVICE(...) __VA_ARGS__
#else
#define HIPIFY_ON_DEVICE(...)
#endif
#define HIPIFY_DEVICE static inline __attribute__((device, always_inline))
// A lane's value may be unset where another lane's is asked for: arguments are `noundef` otherwise, and clang takes it as set.
#if __has_attribute(maybe_undef)
#define HIPIFY_MAYBE_UNSET __attribute__((maybe_undef))
#else
#define HIPIFY_MAYBE_UNSET
#endif
#define HIPIFY_MASK_CHECK(Mask) static_assert(sizeof(Mask) == 8, "the mask must be a 64-bit integer")

// What stands at the end of a parameter list and after it. Where HIP has the function too, `enable_if` makes clang choose this
// one of two equal matches; a narrower mask is left to HIP's, which refuses it. Where HIP has none, a pack makes this one the
// worse match, so that a program's own function is chosen.
#if defined(HIP_VERSION_MAJOR) && HIP_VERSION_MAJOR >= 7 && !defined(HIP_DISABLE_WARP_SYNC_BUILTINS)
#define HIPIFY_HIP_HAS_ALL
#endif
#define HIPIFY_PREFERRED __attribute__((enable_if(sizeof(Mask) == 8, "the mask must be a 64-bit integer")))
#if defined(HIPIFY_HIP_HAS_ALL) || defined(HIP_ENABLE_WARP_SYNC_BUILTINS)
#define HIPIFY_REST
#define HIPIFY_CHOSEN HIPIFY_PREFERRED
#else
#define HIPIFY_REST , Unused...
#define HIPIFY_CHOSEN
#endif
#if defined(HIPIFY_HIP_HAS_ALL)
#define HIPIFY_REST_OF_7
#define HIPIFY_CHOSEN_IN_7 HIPIFY_PREFERRED
#else
#define HIPIFY_REST_OF_7 , Unused...
#define HIPIFY_CHOSEN_IN_7
#endif

// What matters is that no memory access moves across, for the compiler and for the other lanes.
#define HIPIFY_SYNCWARP                                                                                        \
    HIPIFY_ON_DEVICE(__builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront"); __builtin_amdgcn_wave_barrier();   \
                     __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");)
template <typename Unused = void> HIPIFY_DEVICE void __syncwarp() { HIPIFY_SYNCWARP }
template <typename Mask, typename... Unused>
HIPIFY_DEVICE void __syncwarp(Mask HIPIFY_REST_OF_7) HIPIFY_CHOSEN_IN_7 {
    HIPIFY_MASK_CHECK(Mask);
    HIPIFY_SYNCWARP
}
#undef HIPIFY_SYNCWARP

namespace hipify_supplement {

HIPIFY_DEVICE unsigned long long ballot(bool predicate) {
    // 33 is "not equal" (llvm::CmpInst::ICMP_NE); this form gives 64 bits at both wavefront sizes.
    HIPIFY_ON_DEVICE(return __builtin_amdgcn_uicmp(predicate ? 1u : 0u, 0u, 33);)
    return predicate;
}

HIPIFY_DEVICE int lane() {
    HIPIFY_ON_DEVICE(return static_cast<int>(__builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u)));)
    return 0;
}

HIPIFY_DEVICE int wave_size() {
    HIPIFY_ON_DEVICE(return static_cast<int>(__builtin_amdgcn_wavefrontsize());)
    return 64;
}

HIPIFY_DEVICE int width_or_all(int width) { return width ? width : wave_size(); }

// A value word by word through `each`.
template <typename T, typename Each> HIPIFY_DEVICE T by_words(T value, Each each) {
    int words[(sizeof(T) + 3) / 4] = {};
    __builtin_memcpy(words, &value, sizeof(T));
    for (int &word : words) word = each(word);
    __builtin_memcpy(&value, words, sizeof(T));
    return value;
}

template <typename T> HIPIFY_DEVICE T from_lane(T value, int source) {
    HIPIFY_ON_DEVICE(value = by_words(value, [=](int word) { return __builtin_amdgcn_ds_bpermute(source * 4, word); });)
    return value;
}

template <typename T> HIPIFY_DEVICE T from_first_lane(T value) {
    HIPIFY_ON_DEVICE(value = by_words(value, [](int word) { return __builtin_amdgcn_readfirstlane(word); });)
    return value;
}

// Whether two values have the same bits, as CUDA's matches compare them: a NaN matches itself.
template <typename T> HIPIFY_DEVICE bool same_bits(T a, T b) {
    int first[(sizeof(T) + 3) / 4] = {}, second[(sizeof(T) + 3) / 4] = {}, any = 0;
    __builtin_memcpy(first, &a, sizeof(T));
    __builtin_memcpy(second, &b, sizeof(T));
    for (unsigned i = 0; i < (sizeof(T) + 3) / 4; i++) any |= first[i] ^ second[i];
    return any == 0;
}

// Folds the values of the active lanes that `mask` names: in a tree where the whole wavefront takes part, else lane by lane.
template <typename T, typename Fold> HIPIFY_DEVICE T reduced(unsigned long long mask, T value, Fold fold) {
    const int size = wave_size();
    mask &= ballot(true);
    if (ballot(mask != ~0ull >> (64 - size)) == 0) {
        for (int apart = 1; apart < size; apart *= 2) value = fold(value, from_lane(value, lane() ^ apart));
        return value;
    }
    T all = from_lane(value, __builtin_ctzll(mask));
    for (mask &= mask - 1; mask != 0; mask &= mask - 1) all = fold(all, from_lane(value, __builtin_ctzll(mask)));
    return all;
}

} // namespace hipify_supplement

#if !defined(HIP_ENABLE_WARP_SYNC_BUILTINS) && !defined(HIPIFY_HIP_HAS_ALL)
template <typename Unused = void> HIPIFY_DEVICE unsigned long long __activemask() { return hipify_supplement::ballot(true); }
#endif

template <typename Mask, typename... Unused>
HIPIFY_DEVICE unsigned long long __ballot_sync(Mask mask, int predicate HIPIFY_REST) HIPIFY_CHOSEN {
    HIPIFY_MASK_CHECK(Mask);
    return hipify_supplement::ballot(predicate != 0) & mask;
}

template <typename Mask, typename... Unused>
HIPIFY_DEVICE int __any_sync(Mask mask, int predicate HIPIFY_REST) HIPIFY_CHOSEN {
    HIPIFY_MASK_CHECK(Mask);
    return (hipify_supplement::ballot(predicate != 0) & mask) != 0;
}

template <typename Mask, typename... Unused>
HIPIFY_DEVICE int __all_sync(Mask mask, int predicate HIPIFY_REST) HIPIFY_CHOSEN {
    HIPIFY_MASK_CHECK(Mask);
    return (hipify_supplement::ballot(predicate == 0) & mask) == 0;
}

// A source outside of the part of `width` lanes: `__shfl_sync` wraps, the others give the lane's own value.
template <typename Mask, typename T, typename... Unused>
HIPIFY_DEVICE T __shfl_sync(Mask, HIPIFY_MAYBE_UNSET T value, int source, int width = 0 HIPIFY_REST) HIPIFY_CHOSEN {
    HIPIFY_MASK_CHECK(Mask);
    const int self = hipify_supplement::lane(), size = hipify_supplement::width_or_all(width);
    return hipify_supplement::from_lane(value, (source & (size - 1)) | (self & -size));
}

template <typename Mask, typename T, typename... Unused>
HIPIFY_DEVICE T __shfl_up_sync(Mask, HIPIFY_MAYBE_UNSET T value, unsigned int delta, int width = 0 HIPIFY_REST) HIPIFY_CHOSEN {
    HIPIFY_MASK_CHECK(Mask);
    const int self = hipify_supplement::lane(), size = hipify_supplement::width_or_all(width);
    const int source = self - static_cast<int>(delta);
    return hipify_supplement::from_lane(value, source < (self & -size) ? self : source);
}

template <typename Mask, typename T, typename... Unused>
HIPIFY_DEVICE T __shfl_down_sync(Mask, HIPIFY_MAYBE_UNSET T value, unsigned int delta, int width = 0 HIPIFY_REST) HIPIFY_CHOSEN {
    HIPIFY_MASK_CHECK(Mask);
    const int self = hipify_supplement::lane(), size = hipify_supplement::width_or_all(width);
    const int source = self + static_cast<int>(delta);
    return hipify_supplement::from_lane(value, source >= (self & -size) + size ? self : source);
}

template <typename Mask, typename T, typename... Unused>
HIPIFY_DEVICE T __shfl_xor_sync(Mask, HIPIFY_MAYBE_UNSET T value, int bits, int width = 0 HIPIFY_REST) HIPIFY_CHOSEN {
    HIPIFY_MASK_CHECK(Mask);
    const int self = hipify_supplement::lane(), size = hipify_supplement::width_or_all(width);
    const int source = self ^ bits;
    return hipify_supplement::from_lane(value, source >= (self & -size) + size ? self : source);
}

// Each turn settles the lanes that have the first open lane's value.
template <typename Mask, typename T, typename... Unused>
HIPIFY_DEVICE unsigned long long __match_any_sync(Mask mask, T value HIPIFY_REST) HIPIFY_CHOSEN {
    HIPIFY_MASK_CHECK(Mask);
    unsigned long long same = 0;
    while (same == 0)
        if (hipify_supplement::same_bits(value, hipify_supplement::from_first_lane(value))) same = hipify_supplement::ballot(true);
    return same & mask;
}

template <typename Mask, typename T, typename... Unused>
HIPIFY_DEVICE unsigned long long __match_all_sync(Mask mask, T value, int *all HIPIFY_REST) HIPIFY_CHOSEN {
    HIPIFY_MASK_CHECK(Mask);
    const unsigned long long taking_part = mask & hipify_supplement::ballot(true);
    const T first = hipify_supplement::from_lane(value, __builtin_ctzll(taking_part));
    *all = (hipify_supplement::ballot(!hipify_supplement::same_bits(value, first)) & taking_part) == 0;
    return *all ? taking_part : 0;
}

// One function a type, as HIP 7 has them; the others convert, as they do in CUDA.
#define HIPIFY_REDUCE_OF(name, T, expression)                                                      \
    template <typename Mask, typename... Unused>                                                   \
    HIPIFY_DEVICE T name(Mask mask, T value HIPIFY_REST_OF_7) HIPIFY_CHOSEN_IN_7 {                 \
        HIPIFY_MASK_CHECK(Mask);                                                                   \
        return hipify_supplement::reduced(mask, value, [](T a, T b) -> T { return expression; });  \
    }
#define HIPIFY_REDUCE_BITS(name, expression)             \
    HIPIFY_REDUCE_OF(name, int, expression)              \
    HIPIFY_REDUCE_OF(name, unsigned int, expression)     \
    HIPIFY_REDUCE_OF(name, long long, expression)        \
    HIPIFY_REDUCE_OF(name, unsigned long long, expression)
#define HIPIFY_REDUCE(name, expression)                  \
    HIPIFY_REDUCE_BITS(name, expression)                 \
    HIPIFY_REDUCE_OF(name, float, expression)            \
    HIPIFY_REDUCE_OF(name, double, expression)
HIPIFY_REDUCE(__reduce_add_sync, a + b)
HIPIFY_REDUCE(__reduce_min_sync, b < a ? b : a)
HIPIFY_REDUCE(__reduce_max_sync, a < b ? b : a)
HIPIFY_REDUCE_BITS(__reduce_and_sync, a &b)
HIPIFY_REDUCE_BITS(__reduce_or_sync, a | b)
HIPIFY_REDUCE_BITS(__reduce_xor_sync, a ^ b)
#undef HIPIFY_REDUCE
#undef HIPIFY_REDUCE_BITS
#undef HIPIFY_REDUCE_OF

#undef HIPIFY_CHOSEN_IN_7
#undef HIPIFY_REST_OF_7
#undef HIPIFY_CHOSEN
#undef HIPIFY_REST
#undef HIPIFY_PREFERRED
#undef HIPIFY_HIP_HAS_ALL
#undef HIPIFY_MASK_CHECK
#undef HIPIFY_MAYBE_UNSET
#undef HIPIFY_DEVICE
#undef HIPIFY_ON_DEVICE
#endif
