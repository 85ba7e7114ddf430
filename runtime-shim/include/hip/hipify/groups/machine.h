// What groups need of the machine that they run on. This is the CPU's; `amd/groups.h` has AMD's GPUs.
#ifndef HIPIFY_GROUPS_MACHINE_H
#define HIPIFY_GROUPS_MACHINE_H

#include <hip/hipify/builtins.h>
#include <hip/hipify/integer.h>
#include <hip/hipify/intrinsics.h>
#include <hip/hipify/warp.h>

namespace cooperative_groups {
namespace hipify_groups {

HIPIFY_DEVICE unsigned int thread_in_block() { return __hipify_thread_linear(); }
HIPIFY_DEVICE unsigned int lane() { return __hipify_lane(); }
HIPIFY_DEVICE unsigned int warp_size() { return __hipify_warp_size(); }
HIPIFY_DEVICE unsigned long long active_lanes() { return __activemask(); }
/// The lanes for which a predicate is true, of those that are active.
HIPIFY_DEVICE unsigned long long ballot(bool predicate) { return __ballot(predicate); }
/// The active lanes whose value has the same bits.
template <typename T>
HIPIFY_DEVICE unsigned long long match_any(T value) {
    return __match_any(value);
}
template <typename T>
HIPIFY_DEVICE T from_lane(HIPIFY_MAYBE_UNSET T value, unsigned int lane) {
    return ::hipify::from_lane(value, lane);
}
/// The values of some lanes, folded.
template <typename T, typename Fold>
HIPIFY_DEVICE T reduced(unsigned long long lanes, T value, Fold fold) {
    return ::hipify::reduce_lanes(lanes, value, fold);
}
// Shuffles in parts of `width` lanes.
template <typename T>
HIPIFY_DEVICE T shfl(HIPIFY_MAYBE_UNSET T value, int rank, int width) {
    return __shfl(value, rank, width);
}
template <typename T>
HIPIFY_DEVICE T shfl_up(HIPIFY_MAYBE_UNSET T value, unsigned int delta, int width) {
    return __shfl_up(value, delta, width);
}
template <typename T>
HIPIFY_DEVICE T shfl_down(HIPIFY_MAYBE_UNSET T value, unsigned int delta, int width) {
    return __shfl_down(value, delta, width);
}
template <typename T>
HIPIFY_DEVICE T shfl_xor(HIPIFY_MAYBE_UNSET T value, int mask, int width) {
    return __shfl_xor(value, mask, width);
}

HIPIFY_DEVICE void sync_block() { __hipify_barrier(); }
HIPIFY_DEVICE void sync_warp() { __hipify_warp_sync(); }
HIPIFY_DEVICE void sync_grid() { __hipify_grid_sync(); }
HIPIFY_DEVICE bool is_grid_valid() { return true; }
// The CPU is launched on alone, so that there is one grid.
HIPIFY_DEVICE void sync_grids() { __hipify_grid_sync(); }
HIPIFY_DEVICE unsigned int grid_rank() { return 0; }
HIPIFY_DEVICE unsigned int grid_count() { return 1; }
HIPIFY_DEVICE bool are_grids_valid() { return true; }
/// Stops a kernel that cuts tiles of more threads than a warp has lanes.
HIPIFY_DEVICE void refuse_tile(unsigned int threads) { __hipify_wide_tile(threads); }

}  // namespace hipify_groups
}  // namespace cooperative_groups

#endif
