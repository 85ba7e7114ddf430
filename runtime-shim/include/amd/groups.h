// What groups need of AMD's GPUs, in the place of `hip/hipify/groups/machine.h`.
#ifndef HIPIFY_GROUPS_MACHINE_H
#define HIPIFY_GROUPS_MACHINE_H

#include "warp.h"

// Of the device libraries, as AMD's own header declares them.
extern "C" __device__ __attribute__((const)) int __ockl_grid_is_valid(void);
extern "C" __device__ __attribute__((convergent)) void __ockl_grid_sync(void);
extern "C" __device__ __attribute__((const)) unsigned int __ockl_multi_grid_num_grids(void);
extern "C" __device__ __attribute__((const)) unsigned int __ockl_multi_grid_grid_rank(void);
extern "C" __device__ __attribute__((const)) int __ockl_multi_grid_is_valid(void);
extern "C" __device__ __attribute__((convergent)) void __ockl_multi_grid_sync(void);

namespace cooperative_groups {
namespace hipify_groups {

HIPIFY_DEVICE unsigned int thread_in_block() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
HIPIFY_DEVICE unsigned int lane() { return static_cast<unsigned int>(hipify_supplement::lane()); }
HIPIFY_DEVICE unsigned int warp_size() { return static_cast<unsigned int>(hipify_supplement::wave_size()); }
HIPIFY_DEVICE unsigned long long active_lanes() { return hipify_supplement::ballot(true); }
HIPIFY_DEVICE unsigned long long ballot(bool predicate) { return hipify_supplement::ballot(predicate); }
template <typename T>
HIPIFY_DEVICE unsigned long long match_any(T value) {
    return __match_any_sync(~0ull, value);
}
template <typename T>
HIPIFY_DEVICE T from_lane(HIPIFY_MAYBE_UNSET T value, unsigned int lane) {
    return hipify_supplement::from_lane(value, static_cast<int>(lane));
}
template <typename T, typename Fold>
HIPIFY_DEVICE T reduced(unsigned long long lanes, T value, Fold fold) {
    return hipify_supplement::reduced(lanes, value, fold);
}
template <typename T>
HIPIFY_DEVICE T shfl(HIPIFY_MAYBE_UNSET T value, int rank, int width) {
    return __shfl_sync(~0ull, value, rank, width);
}
template <typename T>
HIPIFY_DEVICE T shfl_up(HIPIFY_MAYBE_UNSET T value, unsigned int delta, int width) {
    return __shfl_up_sync(~0ull, value, delta, width);
}
template <typename T>
HIPIFY_DEVICE T shfl_down(HIPIFY_MAYBE_UNSET T value, unsigned int delta, int width) {
    return __shfl_down_sync(~0ull, value, delta, width);
}
template <typename T>
HIPIFY_DEVICE T shfl_xor(HIPIFY_MAYBE_UNSET T value, int mask, int width) {
    return __shfl_xor_sync(~0ull, value, mask, width);
}

HIPIFY_DEVICE void sync_block() { __syncthreads(); }
HIPIFY_DEVICE void sync_warp() { __syncwarp(); }
HIPIFY_DEVICE void sync_grid() { __ockl_grid_sync(); }
HIPIFY_DEVICE bool is_grid_valid() { return __ockl_grid_is_valid() != 0; }
HIPIFY_DEVICE void sync_grids() { __ockl_multi_grid_sync(); }
HIPIFY_DEVICE unsigned int grid_rank() { return __ockl_multi_grid_grid_rank(); }
HIPIFY_DEVICE unsigned int grid_count() { return __ockl_multi_grid_num_grids(); }
HIPIFY_DEVICE bool are_grids_valid() { return __ockl_multi_grid_is_valid() != 0; }
HIPIFY_DEVICE void refuse_tile(unsigned int) { __builtin_trap(); }

}  // namespace hipify_groups
}  // namespace cooperative_groups

#endif
