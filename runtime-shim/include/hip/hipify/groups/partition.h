// Groups of those that say the same: by a predicate or a label.
#ifndef HIPIFY_GROUPS_PARTITION_H
#define HIPIFY_GROUPS_PARTITION_H

#include <hip/hipify/groups/tile.h>

namespace cooperative_groups {

/// Those of the group with the same truth as the caller; the ones with `false` are the first.
template <typename Group>
HIPIFY_DEVICE coalesced_group binary_partition(const Group &group, bool predicate) {
    unsigned long long yes = __ballot(predicate), lanes = group.lanes() & __hipify_active();
    return hipify_partition::group(lanes & (predicate ? yes : ~yes), predicate ? 1 : 0, 2);
}

/// Those of the group with the same label as the caller, ranked by their first lanes.
template <typename Group, typename Label>
HIPIFY_DEVICE coalesced_group labeled_partition(const Group &group, Label label) {
    unsigned long long bits = static_cast<unsigned long long>(label), same = 0, first = 0;
    __hipify_put64(bits);
    __hipify_warp_sync();
    unsigned long long lanes = group.lanes() & __hipify_active();
    for (unsigned int lane = 0; lane < __hipify_warp_size(); ++lane) {
        if (!(lanes >> lane & 1)) continue;
        unsigned long long other = __hipify_get64(lane);
        same |= static_cast<unsigned long long>(other == bits) << lane;
        bool seen = false;
        for (unsigned int before = 0; before < lane; ++before) {
            seen = seen || ((lanes >> before & 1) && __hipify_get64(before) == other);
        }
        first |= static_cast<unsigned long long>(!seen) << lane;
    }
    unsigned int own = static_cast<unsigned int>(__builtin_ctzll(same));
    unsigned int rank = static_cast<unsigned int>(__builtin_popcountll(first & ((1ull << own) - 1)));
    return hipify_partition::group(same, rank, static_cast<unsigned int>(__builtin_popcountll(first)));
}

}  // namespace cooperative_groups

#endif
