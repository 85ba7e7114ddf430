// Warp functions of CUDA that HIP before 7.0 has not; included in front of ported sources, so that only builtins are at hand.
#pragma once
#pragma clang system_header
#if defined(__HIP__) && defined(__cplusplus)

// HIP has these from 7.0 on. The lanes of a wavefront run in step, so that the mask does not matter to who takes part; masks
// have 64 bits there too, on every GPU. Templates with a parameter more than HIP's, so that a program's own ones, and those that
// HIP 6.2 to 6.4 has on demand, are preferred. Bodies are for the device pass: builtins of AMDGPU are unknown to the host's.
#if defined(__HIP_DEVICE_COMPILE__) || defined(__AMDGCN__)
#define HIPIFY_ON_DEVICE(...) __VA_ARGS__
#else
#define HIPIFY_ON_DEVICE(...)
#endif
#define HIPIFY_DEVICE static inline __attribute__((device, always_inline))
#define HIPIFY_MASK_CHECK(Mask) static_assert(sizeof(Mask) == 8, "the mask must be a 64-bit integer")

// What matters is that no memory access moves across, for the compiler and for the other lanes.
template <typename Mask = unsigned long long> HIPIFY_DEVICE void __syncwarp(Mask = ~Mask(0)) {
    HIPIFY_ON_DEVICE(__builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront"); __builtin_amdgcn_wave_barrier();
                     __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");)
}

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

HIPIFY_DEVICE int width_or_all(int width) {
    HIPIFY_ON_DEVICE(return width ? width : static_cast<int>(__builtin_amdgcn_wavefrontsize());)
    return width;
}

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

// Folds the values of the lanes that `mask` names and that take part.
template <typename T, typename Fold> HIPIFY_DEVICE T reduced(unsigned long long mask, T value, Fold fold) {
    mask &= ballot(true);
    T all = from_lane(value, __builtin_ctzll(mask));
    for (mask &= mask - 1; mask != 0; mask &= mask - 1) all = fold(all, from_lane(value, __builtin_ctzll(mask)));
    return all;
}

} // namespace hipify_supplement

// HIP 6.2 to 6.4 has these when it is asked for them.
#if !defined(HIP_ENABLE_WARP_SYNC_BUILTINS)

template <typename Unused = void> HIPIFY_DEVICE unsigned long long __activemask() { return hipify_supplement::ballot(true); }

template <typename Mask, typename Predicate> HIPIFY_DEVICE unsigned long long __ballot_sync(Mask mask, Predicate predicate) {
    HIPIFY_MASK_CHECK(Mask);
    return hipify_supplement::ballot(static_cast<bool>(predicate)) & mask;
}

template <typename Mask, typename Predicate> HIPIFY_DEVICE int __any_sync(Mask mask, Predicate predicate) {
    return __ballot_sync(mask, predicate) != 0;
}

template <typename Mask, typename Predicate> HIPIFY_DEVICE int __all_sync(Mask mask, Predicate predicate) {
    return __ballot_sync(mask, !static_cast<bool>(predicate)) == 0;
}

// A source outside of the part of `width` lanes: `__shfl_sync` wraps, the others give the lane's own value.
template <typename Mask, typename T, typename Lane> HIPIFY_DEVICE T __shfl_sync(Mask, T value, Lane source, int width = 0) {
    HIPIFY_MASK_CHECK(Mask);
    const int self = hipify_supplement::lane(), size = hipify_supplement::width_or_all(width);
    return hipify_supplement::from_lane(value, (static_cast<int>(source) & (size - 1)) | (self & -size));
}

template <typename Mask, typename T, typename Delta> HIPIFY_DEVICE T __shfl_up_sync(Mask, T value, Delta delta, int width = 0) {
    HIPIFY_MASK_CHECK(Mask);
    const int self = hipify_supplement::lane(), size = hipify_supplement::width_or_all(width);
    const int source = self - static_cast<int>(delta);
    return hipify_supplement::from_lane(value, source < (self & -size) ? self : source);
}

template <typename Mask, typename T, typename Delta> HIPIFY_DEVICE T __shfl_down_sync(Mask, T value, Delta delta, int width = 0) {
    HIPIFY_MASK_CHECK(Mask);
    const int self = hipify_supplement::lane(), size = hipify_supplement::width_or_all(width);
    const int source = self + static_cast<int>(delta);
    return hipify_supplement::from_lane(value, source >= (self & -size) + size ? self : source);
}

template <typename Mask, typename T, typename Bits> HIPIFY_DEVICE T __shfl_xor_sync(Mask, T value, Bits bits, int width = 0) {
    HIPIFY_MASK_CHECK(Mask);
    const int self = hipify_supplement::lane(), size = hipify_supplement::width_or_all(width);
    const int source = self ^ static_cast<int>(bits);
    return hipify_supplement::from_lane(value, source >= (self & -size) + size ? self : source);
}

// Each turn settles the lanes that have the first open lane's value.
template <typename Mask, typename T, typename Unused = void>
HIPIFY_DEVICE unsigned long long __match_any_sync(Mask mask, T value) {
    HIPIFY_MASK_CHECK(Mask);
    unsigned long long same = 0;
    while (same == 0)
        if (value == hipify_supplement::from_first_lane(value)) same = hipify_supplement::ballot(true);
    return same & mask;
}

template <typename Mask, typename T, typename Flag> HIPIFY_DEVICE unsigned long long __match_all_sync(Mask mask, T value, Flag *all) {
    const bool same = __all_sync(mask, value == hipify_supplement::from_lane(value, __builtin_ctzll(mask)));
    *all = same;
    return same ? mask & hipify_supplement::ballot(true) : 0;
}

#endif

#define HIPIFY_REDUCE(name, expression)                                                                  \
    template <typename Mask, typename T, typename Unused = void> HIPIFY_DEVICE T name(Mask mask, T value) { \
        HIPIFY_MASK_CHECK(Mask);                                                                         \
        return hipify_supplement::reduced(mask, value, [](T a, T b) -> T { return expression; });        \
    }
HIPIFY_REDUCE(__reduce_add_sync, a + b)
HIPIFY_REDUCE(__reduce_min_sync, b < a ? b : a)
HIPIFY_REDUCE(__reduce_max_sync, a < b ? b : a)
HIPIFY_REDUCE(__reduce_and_sync, a &b)
HIPIFY_REDUCE(__reduce_or_sync, a | b)
HIPIFY_REDUCE(__reduce_xor_sync, a ^ b)
#undef HIPIFY_REDUCE

#undef HIPIFY_ON_DEVICE
#undef HIPIFY_DEVICE
#undef HIPIFY_MASK_CHECK
#endif
