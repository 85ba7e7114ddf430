// Groups of those that say the same: by a predicate or a label.
#ifndef HIPIFY_GROUPS_PARTITION_H
#define HIPIFY_GROUPS_PARTITION_H

#include "tile.h"

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
    unsigned long long same = __match_any_sync(group.lanes(), static_cast<unsigned long long>(label)) & group.lanes();
    unsigned int own = static_cast<unsigned int>(__builtin_ctzll(same));
    unsigned long long first = __ballot(__hipify_lane() == own) & group.lanes();
    unsigned int rank = static_cast<unsigned int>(__builtin_popcountll(first & ((1ull << own) - 1)));
    return hipify_partition::group(same, rank, static_cast<unsigned int>(__builtin_popcountll(first)));
}

}  // namespace cooperative_groups

#endif
