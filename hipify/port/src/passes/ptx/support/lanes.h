// What 32 lanes tell each other. Of a wavefront of 64 lanes they are the half that the caller is in.
#ifndef HIPIFY_PTX_LANES
#define HIPIFY_PTX_LANES
#include <hip/hip_runtime.h>
namespace hipify_ptx {

static inline __device__ unsigned int ballot(unsigned int mask, bool predicate) {
    return static_cast<unsigned int>(__ballot(predicate) >> (__lane_id() & 32)) & mask;
}
static inline __device__ bool all(unsigned int mask, bool predicate) { return ballot(mask, !predicate) == 0; }
static inline __device__ bool any(unsigned int mask, bool predicate) { return ballot(mask, predicate) != 0; }
static inline __device__ bool uniform(unsigned int mask, bool predicate) {
    const unsigned int votes = ballot(mask, predicate);
    return votes == 0 || votes == ballot(mask, true);
}
// Whether the caller is the first of the lanes that are here.
static inline __device__ bool elected(unsigned int mask, unsigned int &leader) {
    leader = __ffs(static_cast<int>(ballot(mask, true))) - 1;
    return (__lane_id() & 31) == leader;
}

template <typename T>
static inline __device__ unsigned int match_any(unsigned int mask, T value) {
    unsigned int same = 0;
    for (int lane = 0; lane < 32; ++lane) same |= (__shfl(value, lane, 32) == value ? 1u : 0u) << lane;
    return ballot(mask, true) & same;
}
template <typename T>
static inline __device__ unsigned int match_all(unsigned int mask, T value, bool &same) {
    const unsigned int here = ballot(mask, true);
    const T first = __shfl(value, __ffs(static_cast<int>(here)) - 1, 32);
    same = ballot(mask, value != first) == 0;
    return same ? here : 0;
}

template <typename T, typename Fold>
static inline __device__ T reduce(unsigned int mask, T value, Fold fold) {
    unsigned int left = ballot(mask, true);
    T result = __shfl(value, __ffs(static_cast<int>(left)) - 1, 32);
    for (left &= left - 1; left != 0; left &= left - 1) {
        result = fold(result, __shfl(value, __ffs(static_cast<int>(left)) - 1, 32));
    }
    return result;
}

// The last operand of `shfl`: a bound in bits 0 to 4, and in bits 8 to 12 those of the lane that its segment has in common.
static inline __device__ int bound(unsigned int limits) {
    const unsigned int segment = limits >> 8 & 31;
    return static_cast<int>((__lane_id() & segment) | (limits & 31 & ~segment));
}
template <typename T>
static inline __device__ T take(T value, int lane, bool inside) {
    return __shfl(value, inside ? lane : static_cast<int>(__lane_id() & 31), 32);
}
template <typename T>
static inline __device__ T shuffle_up(T value, unsigned int delta, unsigned int limits, bool &inside) {
    const int lane = static_cast<int>(__lane_id() & 31) - static_cast<int>(delta & 31);
    inside = lane >= bound(limits);
    return take(value, lane, inside);
}
template <typename T>
static inline __device__ T shuffle_down(T value, unsigned int delta, unsigned int limits, bool &inside) {
    const int lane = static_cast<int>(__lane_id() & 31) + static_cast<int>(delta & 31);
    inside = lane <= bound(limits);
    return take(value, lane, inside);
}
template <typename T>
static inline __device__ T shuffle_bfly(T value, unsigned int bits, unsigned int limits, bool &inside) {
    const int lane = static_cast<int>((__lane_id() & 31) ^ (bits & 31));
    inside = lane <= bound(limits);
    return take(value, lane, inside);
}
template <typename T>
static inline __device__ T shuffle_idx(T value, unsigned int index, unsigned int limits, bool &inside) {
    const unsigned int segment = limits >> 8 & 31;
    const int lane = static_cast<int>((__lane_id() & segment) | (index & 31 & ~segment));
    inside = lane <= bound(limits);
    return take(value, lane, inside);
}

static inline __device__ void sync_warp() {
#if defined(__HIPIFY_CPU__)
    __hipify_warp_sync();
#elif defined(__AMDGCN__)
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
#endif
}

}  // namespace hipify_ptx
#endif
