// Cooperative groups as CUDA has them, over AMD's device functions: the classes of the bundled headers in the place of AMD's.
//
// AMD's classes cannot be added to from outside. They lack members (`num_threads` before 7.0, votes before 6.1, shuffles of
// values that `__shfl` does not take) and functions: reductions before 7.13, scans before 10.0, `labeled_partition` and
// `invoke_one` in every version.
#ifndef HIPIFY_AMD_GROUPS_H
#define HIPIFY_AMD_GROUPS_H

#include <hip/hip_runtime.h>
#include <hip/amd_detail/hip_cooperative_groups_helper.h>
#include <type_traits>
#include "warp.h"

// AMD's classes would have the same names.
#define HIP_INCLUDE_HIP_AMD_DETAIL_HIP_COOPERATIVE_GROUPS_H

// What a thread knows of itself, and the warp functions, are AMD's too.
#include "begin.h"
#define HIPIFY_BUILTINS_H
#define HIPIFY_INTEGER_H
#define HIPIFY_INTRINSICS_H
#define HIPIFY_WARP_H
#if __has_attribute(maybe_undef)
#define HIPIFY_MAYBE_UNSET __attribute__((maybe_undef))
#else
#define HIPIFY_MAYBE_UNSET
#endif

HIPIFY_DEVICE unsigned int __hipify_block_x() { return blockIdx.x; }
HIPIFY_DEVICE unsigned int __hipify_block_y() { return blockIdx.y; }
HIPIFY_DEVICE unsigned int __hipify_block_z() { return blockIdx.z; }
HIPIFY_DEVICE unsigned int __hipify_block_dim_x() { return blockDim.x; }
HIPIFY_DEVICE unsigned int __hipify_block_dim_y() { return blockDim.y; }
HIPIFY_DEVICE unsigned int __hipify_block_dim_z() { return blockDim.z; }
HIPIFY_DEVICE unsigned int __hipify_grid_dim_x() { return gridDim.x; }
HIPIFY_DEVICE unsigned int __hipify_grid_dim_y() { return gridDim.y; }
HIPIFY_DEVICE unsigned int __hipify_grid_dim_z() { return gridDim.z; }
HIPIFY_DEVICE unsigned int __hipify_thread_linear() {
    return (threadIdx.z * __hipify_block_dim_y() + threadIdx.y) * __hipify_block_dim_x() + threadIdx.x;
}
HIPIFY_DEVICE unsigned int __hipify_lane() { return static_cast<unsigned int>(hipify_supplement::lane()); }
HIPIFY_DEVICE unsigned int __hipify_warp_size() { return static_cast<unsigned int>(hipify_supplement::wave_size()); }
HIPIFY_DEVICE unsigned long long __hipify_active() { return hipify_supplement::ballot(true); }
HIPIFY_DEVICE void __hipify_barrier() { __syncthreads(); }
HIPIFY_DEVICE void __hipify_grid_sync() { cooperative_groups::internal::grid::sync(); }
HIPIFY_DEVICE void __hipify_warp_sync() { __syncwarp(); }
HIPIFY_DEVICE void __hipify_lanes_ordered(unsigned long long) {}
HIPIFY_DEVICE void __hipify_lanes_named(unsigned long long) {}
HIPIFY_DEVICE void __hipify_wide_tile(unsigned int) { __builtin_trap(); }

namespace hipify {

/// What `lane` of the wavefront has as `value`.
template <typename T>
HIPIFY_DEVICE T from_lane(HIPIFY_MAYBE_UNSET T value, unsigned int lane) {
    static_assert(std::is_trivially_copyable<T>::value, "lanes exchange values that can be copied byte by byte");
    return hipify_supplement::from_lane(value, static_cast<int>(lane));
}

/// Folds the values of the active lanes of `mask`; all of them get the result.
template <typename T, typename Fold>
HIPIFY_DEVICE T reduce_lanes(unsigned long long mask, T value, Fold fold) {
    return hipify_supplement::reduced(mask, value, fold);
}

}  // namespace hipify

#include "../hip/hipify/groups/group.h"
#include "../hip/hipify/groups/coalesced.h"
#include "../hip/hipify/groups/tile.h"
#include "../hip/hipify/groups/partition.h"
#include "../hip/hipify/groups/reduce.h"
#include "../hip/hipify/groups/copy.h"

#undef HIPIFY_MAYBE_UNSET
#undef HIPIFY_WARP_H
#undef HIPIFY_INTRINSICS_H
#undef HIPIFY_INTEGER_H
#undef HIPIFY_BUILTINS_H
#include "end.h"
#endif
