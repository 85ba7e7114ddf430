// Groups that the launch makes: the thread block, the grid, and any group seen as `thread_group`.
#ifndef HIPIFY_GROUPS_GROUP_H
#define HIPIFY_GROUPS_GROUP_H

#include "../builtins.h"
#include "../intrinsics.h"
#include "../warp.h"

namespace cooperative_groups {

class thread_block;
class thread_group;

namespace hipify_groups {

enum kind { block_kind, grid_kind, tile_kind, coalesced_kind };

HIPIFY_DEVICE unsigned int block_size() {
    return __hipify_block_dim_x() * __hipify_block_dim_y() * __hipify_block_dim_z();
}
HIPIFY_DEVICE unsigned long long block_index() {
    return (static_cast<unsigned long long>(__hipify_block_z()) * __hipify_grid_dim_y() + __hipify_block_y()) *
               __hipify_grid_dim_x() + __hipify_block_x();
}
HIPIFY_DEVICE unsigned long long block_count() {
    return static_cast<unsigned long long>(__hipify_grid_dim_x()) * __hipify_grid_dim_y() * __hipify_grid_dim_z();
}

}  // namespace hipify_groups

/// Any group: what it is is asked when it acts. A tile or coalesced one is the lanes of `mask`.
class thread_group {
public:
    HIPIFY_DEVICE void sync() const {
        switch (kind_) {
            case hipify_groups::block_kind: __hipify_barrier(); break;
            case hipify_groups::grid_kind: __hipify_grid_sync(); break;
            default: __hipify_warp_sync(); __hipify_lanes_ordered(mask_); __hipify_lanes_named(mask_);
        }
    }
    HIPIFY_DEVICE unsigned int thread_rank() const {
        switch (kind_) {
            case hipify_groups::block_kind: return __hipify_thread_linear();
            case hipify_groups::grid_kind:
                return static_cast<unsigned int>(hipify_groups::block_index() * hipify_groups::block_size() +
                                                 __hipify_thread_linear());
            default: return static_cast<unsigned int>(__builtin_popcountll(mask_ & __lanemask_lt()));
        }
    }
    HIPIFY_DEVICE unsigned int size() const { return size_; }
    HIPIFY_DEVICE unsigned int num_threads() const { return size_; }
    HIPIFY_DEVICE unsigned int cg_type() const { return kind_; }
    HIPIFY_DEVICE bool is_valid() const { return true; }

protected:
    HIPIFY_DEVICE thread_group(hipify_groups::kind kind, unsigned int size, unsigned long long mask = 0)
        : mask_(mask), size_(size), kind_(kind) {}

    unsigned long long mask_;
    unsigned int size_;
    hipify_groups::kind kind_;

    friend HIPIFY_DEVICE thread_group tiled_partition(const thread_group &parent, unsigned int size);
};

class thread_block : public thread_group {
public:
    HIPIFY_DEVICE static void sync() { __hipify_barrier(); }
    HIPIFY_DEVICE static unsigned int thread_rank() { return __hipify_thread_linear(); }
    HIPIFY_DEVICE static unsigned int size() { return hipify_groups::block_size(); }
    HIPIFY_DEVICE static unsigned int num_threads() { return size(); }
    HIPIFY_DEVICE static dim3 group_index() { return blockIdx; }
    HIPIFY_DEVICE static dim3 thread_index() { return threadIdx; }
    HIPIFY_DEVICE static dim3 group_dim() { return blockDim; }
    HIPIFY_DEVICE static dim3 dim_threads() { return blockDim; }

    /// Barriers in two halves: all the waiting is in the second, as nothing can be done better in between.
    struct arrival_token {};
    HIPIFY_DEVICE static arrival_token barrier_arrive() { return {}; }
    HIPIFY_DEVICE static void barrier_wait(arrival_token &&) { sync(); }
    HIPIFY_DEVICE static void barrier_wait() { sync(); }

private:
    HIPIFY_DEVICE thread_block() : thread_group(hipify_groups::block_kind, hipify_groups::block_size()) {}
    friend HIPIFY_DEVICE thread_block this_thread_block();
};

class grid_group : public thread_group {
public:
#ifdef HIPIFY_AMD_GROUPS_H
    HIPIFY_DEVICE bool is_valid() const { return internal::grid::is_valid(); }
#endif
    HIPIFY_DEVICE void sync() const { __hipify_grid_sync(); }
    HIPIFY_DEVICE static unsigned long long thread_rank() {
        return hipify_groups::block_index() * hipify_groups::block_size() + __hipify_thread_linear();
    }
    HIPIFY_DEVICE static unsigned long long size() { return hipify_groups::block_count() * hipify_groups::block_size(); }
    HIPIFY_DEVICE static unsigned long long num_threads() { return size(); }
    HIPIFY_DEVICE static unsigned long long num_blocks() { return hipify_groups::block_count(); }
    HIPIFY_DEVICE static unsigned long long block_rank() { return hipify_groups::block_index(); }
    HIPIFY_DEVICE static dim3 block_index() { return blockIdx; }
    HIPIFY_DEVICE static dim3 dim_blocks() { return gridDim; }
    HIPIFY_DEVICE static dim3 group_dim() { return gridDim; }

    struct arrival_token {};
    HIPIFY_DEVICE arrival_token barrier_arrive() const { return {}; }
    HIPIFY_DEVICE void barrier_wait(arrival_token &&) const { sync(); }

private:
    HIPIFY_DEVICE grid_group() : thread_group(hipify_groups::grid_kind, static_cast<unsigned int>(size())) {}
    friend HIPIFY_DEVICE grid_group this_grid();
    friend class multi_grid_group;
};

/// The grids of a launch on several devices. The CPU is launched on alone, so that there is one.
class multi_grid_group : public grid_group {
public:
#ifdef HIPIFY_AMD_GROUPS_H
    HIPIFY_DEVICE void sync() const { internal::multi_grid::sync(); }
    HIPIFY_DEVICE static unsigned int grid_rank() { return internal::multi_grid::grid_rank(); }
    HIPIFY_DEVICE static unsigned int num_grids() { return internal::multi_grid::num_grids(); }
    HIPIFY_DEVICE static unsigned int thread_rank() { return internal::multi_grid::thread_rank(); }
    // AMD's function of this name is `num_threads` from HIP 7 on.
    HIPIFY_DEVICE unsigned int size() const { return __ockl_multi_grid_size(); }
    HIPIFY_DEVICE unsigned int num_threads() const { return size(); }
    HIPIFY_DEVICE bool is_valid() const { return internal::multi_grid::is_valid(); }
#else
    HIPIFY_DEVICE static unsigned int grid_rank() { return 0; }
    HIPIFY_DEVICE static unsigned int num_grids() { return 1; }
#endif

private:
    HIPIFY_DEVICE multi_grid_group() {}
    friend HIPIFY_DEVICE multi_grid_group this_multi_grid();
};

HIPIFY_DEVICE thread_block this_thread_block() { return thread_block(); }

/// Room for what tiles of more than a warp exchange. Tiles here are no larger than a warp and need none.
template <unsigned int threads>
struct block_tile_memory {};
template <unsigned int threads>
HIPIFY_DEVICE thread_block this_thread_block(block_tile_memory<threads> &) {
    return this_thread_block();
}
HIPIFY_DEVICE grid_group this_grid() { return grid_group(); }
HIPIFY_DEVICE multi_grid_group this_multi_grid() { return multi_grid_group(); }

template <typename Group>
HIPIFY_DEVICE void sync(const Group &group) {
    group.sync();
}
template <typename Group>
HIPIFY_DEVICE auto thread_rank(const Group &group) -> decltype(group.thread_rank()) {
    return group.thread_rank();
}
template <typename Group>
HIPIFY_DEVICE auto group_size(const Group &group) -> decltype(group.size()) {
    return group.size();
}
template <typename Group>
HIPIFY_DEVICE bool is_valid(const Group &group) {
    return group.is_valid();
}

}  // namespace cooperative_groups

#endif
