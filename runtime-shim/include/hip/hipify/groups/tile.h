// Tiles: neighbouring threads of a block, a power of two of them, at most a warp.
#ifndef HIPIFY_GROUPS_TILE_H
#define HIPIFY_GROUPS_TILE_H

#include "coalesced.h"

namespace cooperative_groups {

template <unsigned int tile_size, typename Parent = void>
class thread_block_tile;

/// A tile whatever it was cut from.
template <unsigned int tile_size>
class thread_block_tile<tile_size, void> : public thread_group {
    static_assert(tile_size != 0 && (tile_size & (tile_size - 1)) == 0, "a tile has a power of two of threads");
    static_assert(tile_size <= 64, "a tile has at most the threads of a wavefront: cut the block into tiles of 32 or 64");

public:
    template <typename Parent>
    HIPIFY_DEVICE thread_block_tile(const thread_block_tile<tile_size, Parent> &other)
        : thread_group(other), meta_rank_(other.meta_group_rank()), meta_size_(other.meta_group_size()) {}

    HIPIFY_DEVICE void sync() const {
        __hipify_warp_sync();
        __hipify_lanes_ordered(lanes());
        __hipify_lanes_named(lanes());
    }
    HIPIFY_DEVICE static unsigned int thread_rank() { return __hipify_lane() & (tile_size - 1); }
    HIPIFY_DEVICE static constexpr unsigned int size() { return tile_size; }
    HIPIFY_DEVICE static constexpr unsigned int num_threads() { return tile_size; }
    HIPIFY_DEVICE unsigned int meta_group_rank() const { return meta_rank_; }
    HIPIFY_DEVICE unsigned int meta_group_size() const { return meta_size_; }

    template <typename T>
    HIPIFY_DEVICE T shfl(HIPIFY_MAYBE_UNSET T value, int rank) const {
        return __shfl_sync(lanes(), value, rank, tile_size);
    }
    template <typename T>
    HIPIFY_DEVICE T shfl_up(HIPIFY_MAYBE_UNSET T value, unsigned int delta) const {
        return __shfl_up_sync(lanes(), value, delta, tile_size);
    }
    template <typename T>
    HIPIFY_DEVICE T shfl_down(HIPIFY_MAYBE_UNSET T value, unsigned int delta) const {
        return __shfl_down_sync(lanes(), value, delta, tile_size);
    }
    template <typename T>
    HIPIFY_DEVICE T shfl_xor(HIPIFY_MAYBE_UNSET T value, unsigned int mask) const {
        return __shfl_xor_sync(lanes(), value, static_cast<int>(mask), tile_size);
    }
    HIPIFY_DEVICE unsigned long long ballot(int predicate) const { return own(__ballot(predicate)); }
    HIPIFY_DEVICE int any(int predicate) const { return ballot(predicate) != 0; }
    HIPIFY_DEVICE int all(int predicate) const { return ballot(!predicate) == 0; }
    template <typename T>
    HIPIFY_DEVICE unsigned long long match_any(T value) const {
        return own(__match_any_sync(lanes(), value));
    }
    template <typename T>
    HIPIFY_DEVICE unsigned long long match_all(T value, int &all_same) const {
        unsigned long long same = own(__match_any_sync(lanes(), value));
        all_same = same == all_lanes();
        return all_same ? same : 0;
    }

    /// Lanes of the warp that belong to the tile.
    HIPIFY_DEVICE static unsigned long long lanes() { return all_lanes() << (__hipify_lane() & ~(tile_size - 1)); }

protected:
    HIPIFY_DEVICE thread_block_tile(unsigned int meta_rank, unsigned int meta_size)
        : thread_group(hipify_groups::tile_kind, tile_size, lanes()), meta_rank_(meta_rank), meta_size_(meta_size) {}

private:
    HIPIFY_DEVICE static constexpr unsigned long long all_lanes() { return ~0ull >> (64 - tile_size); }
    /// The tile's part of something about the warp's lanes.
    HIPIFY_DEVICE static unsigned long long own(unsigned long long warp) {
        return warp >> (__hipify_lane() & ~(tile_size - 1)) & all_lanes();
    }

    unsigned int meta_rank_, meta_size_;
};

template <unsigned int tile_size, typename Parent>
class thread_block_tile : public thread_block_tile<tile_size, void> {
    HIPIFY_DEVICE thread_block_tile(unsigned int meta_rank, unsigned int meta_size)
        : thread_block_tile<tile_size, void>(meta_rank, meta_size) {}

    template <unsigned int size, typename From>
    friend HIPIFY_DEVICE thread_block_tile<size, From> tiled_partition(const From &parent);
};

namespace hipify_groups {

/// A warp has 32 or 64 lanes: which, only running tells.
HIPIFY_DEVICE void check_tile(unsigned int size) {
    if (size > 32 && size > __hipify_warp_size()) __hipify_wide_tile(size);
}

/// The lanes of `mask` with `count` ranks from `first` on.
HIPIFY_DEVICE unsigned long long lanes_of_ranks(unsigned long long mask, unsigned int first, unsigned int count) {
    unsigned long long lanes = 0;
    for (unsigned int rank = 0; mask != 0 && rank < first + count; ++rank, mask &= mask - 1) {
        if (rank >= first) lanes |= mask & (~mask + 1);
    }
    return lanes;
}

}  // namespace hipify_groups

/// Cuts a group into tiles.
template <unsigned int size, typename Parent>
HIPIFY_DEVICE thread_block_tile<size, Parent> tiled_partition(const Parent &parent) {
    hipify_groups::check_tile(size);
    return thread_block_tile<size, Parent>(parent.thread_rank() / size, (parent.size() + size - 1) / size);
}

/// The calling thread alone.
HIPIFY_DEVICE thread_block_tile<1, thread_block> this_thread() { return tiled_partition<1>(this_thread_block()); }

/// Cuts a group into tiles of a size that is known at run time: a power of two, at most a warp. The last tile has the threads that are
/// left, and a tile that has no more threads than that stays whole.
HIPIFY_DEVICE thread_group tiled_partition(const thread_group &parent, unsigned int size) {
    hipify_groups::check_tile(size);
    if (parent.kind_ == hipify_groups::tile_kind && parent.size() <= size) return parent;
    unsigned int left = parent.size() - (parent.thread_rank() & ~(size - 1)), first = __hipify_lane() & ~(size - 1);
    unsigned long long mask = ~0ull >> (64 - (left < size ? left : size)) << first;
    // Tiles of lanes that are anywhere: by their ranks.
    if (parent.kind_ == hipify_groups::coalesced_kind) {
        mask = hipify_groups::lanes_of_ranks(parent.mask_, parent.thread_rank() & ~(size - 1), size);
    }
    return thread_group(hipify_groups::tile_kind, static_cast<unsigned int>(__builtin_popcountll(mask)), mask);
}
/// As of AMD's headers, which take sizes above a warp's for these, and give no threads where the size is no power of two.
HIPIFY_DEVICE coalesced_group tiled_partition(const coalesced_group &parent, unsigned int size) {
    if (size == 0 || (size & (size - 1)) != 0) return hipify_partition::group(0, 0, 0);
    unsigned int number = parent.thread_rank() / size, count = (parent.size() + size - 1) / size;
    return hipify_partition::group(hipify_groups::lanes_of_ranks(parent.lanes(), number * size, size), number, count);
}

}  // namespace cooperative_groups

#endif
