// The lanes of a warp that are together at a place: `coalesced_threads()`, and parts of other groups.
#ifndef HIPIFY_GROUPS_COALESCED_H
#define HIPIFY_GROUPS_COALESCED_H

#include "group.h"
#include "../integer.h"

namespace cooperative_groups {

namespace hipify_groups {

/// The lane that is `rank`th of `mask`, from 0; a lane outside of the warp where there is none.
HIPIFY_DEVICE unsigned int lane_of_rank(unsigned long long mask, unsigned int rank) {
    for (unsigned int i = 0; i < rank; ++i) mask &= mask - 1;
    return mask == 0 ? 64u : static_cast<unsigned int>(__builtin_ctzll(mask));
}

/// The bits of `lanes` at the places of `mask`, moved together.
HIPIFY_DEVICE unsigned long long packed(unsigned long long lanes, unsigned long long mask) {
    unsigned long long made = 0;
    for (unsigned int rank = 0; mask != 0; ++rank, mask &= mask - 1) {
        made |= (lanes >> __builtin_ctzll(mask) & 1) << rank;
    }
    return made;
}

}  // namespace hipify_groups

class coalesced_group : public thread_group {
public:
    HIPIFY_DEVICE void sync() const {
        __hipify_warp_sync();
        __hipify_lanes_ordered(mask_);
        __hipify_lanes_named(mask_);
    }
    HIPIFY_DEVICE unsigned int thread_rank() const {
        return static_cast<unsigned int>(__builtin_popcountll(mask_ & __lanemask_lt()));
    }
    HIPIFY_DEVICE unsigned int meta_group_size() const { return meta_size_; }
    HIPIFY_DEVICE unsigned int meta_group_rank() const { return meta_rank_; }

    template <typename T>
    HIPIFY_DEVICE T shfl(HIPIFY_MAYBE_UNSET T value, int rank) const {
        return ::hipify::from_lane(value, lane(static_cast<unsigned int>(rank)));
    }
    template <typename T>
    HIPIFY_DEVICE T shfl_up(HIPIFY_MAYBE_UNSET T value, unsigned int delta) const {
        unsigned int rank = thread_rank();
        return ::hipify::from_lane(value, lane(rank < delta ? rank : rank - delta));
    }
    template <typename T>
    HIPIFY_DEVICE T shfl_down(HIPIFY_MAYBE_UNSET T value, unsigned int delta) const {
        unsigned int rank = thread_rank();
        return ::hipify::from_lane(value, lane(rank + delta >= size_ ? rank : rank + delta));
    }
    HIPIFY_DEVICE unsigned long long ballot(int predicate) const {
        return hipify_groups::packed(__ballot(predicate), mask_);
    }
    HIPIFY_DEVICE int any(int predicate) const { return (__ballot(predicate) & mask_) != 0; }
    HIPIFY_DEVICE int all(int predicate) const { return (__ballot(!predicate) & mask_) == 0; }
    template <typename T>
    HIPIFY_DEVICE unsigned long long match_any(T value) const {
        return hipify_groups::packed(__match_any_sync(mask_, value), mask_);
    }
    template <typename T>
    HIPIFY_DEVICE unsigned long long match_all(T value, int &all_same) const {
        all_same = (__match_any_sync(mask_, value) & mask_) == mask_;
        // All lanes see the same answer only if all were the same as the caller, which is what `match_any` said of each.
        return all_same ? hipify_groups::packed(mask_, mask_) : 0;
    }

    /// Lanes of the warp that belong to the group.
    HIPIFY_DEVICE unsigned long long lanes() const { return mask_; }

private:
    HIPIFY_DEVICE coalesced_group(unsigned long long mask, unsigned int meta_rank, unsigned int meta_size)
        : thread_group(hipify_groups::coalesced_kind, static_cast<unsigned int>(__builtin_popcountll(mask)), mask),
          meta_rank_(meta_rank), meta_size_(meta_size) {}
    HIPIFY_DEVICE unsigned int lane(unsigned int rank) const {
        unsigned int found = hipify_groups::lane_of_rank(mask_, rank);
        return found < 64 ? found : __hipify_lane();
    }

    unsigned int meta_rank_, meta_size_;

    friend HIPIFY_DEVICE coalesced_group coalesced_threads();
    friend struct hipify_partition;
};

#ifdef HIPIFY_AMD_GROUPS_H
// HIP 5.7 has no `__activemask`.
HIPIFY_DEVICE coalesced_group coalesced_threads() { return coalesced_group(__hipify_active(), 0, 1); }
#else
HIPIFY_DEVICE coalesced_group coalesced_threads() { return coalesced_group(__activemask(), 0, 1); }
#endif

/// Makes coalesced groups of the lanes of a mask.
struct hipify_partition {
    HIPIFY_DEVICE static coalesced_group group(unsigned long long mask, unsigned int rank, unsigned int count) {
        return coalesced_group(mask, rank, count);
    }
};

}  // namespace cooperative_groups

#endif
