// What a group computes of its members' values: reductions and scans.
#ifndef HIPIFY_GROUPS_REDUCE_H
#define HIPIFY_GROUPS_REDUCE_H

#include "tile.h"

namespace cooperative_groups {

#define HIPIFY_FOLD(name, expression)                                       \
    template <typename T = void>                                            \
    struct name {                                                           \
        HIPIFY_BOTH T operator()(T a, T b) const { return expression; }     \
    };                                                                      \
    template <>                                                             \
    struct name<void> {                                                     \
        template <typename T>                                               \
        HIPIFY_BOTH T operator()(T a, T b) const {                          \
            return expression;                                              \
        }                                                                   \
    };
HIPIFY_FOLD(plus, a + b)
HIPIFY_FOLD(less, b < a ? b : a)
HIPIFY_FOLD(greater, a < b ? b : a)
HIPIFY_FOLD(bit_and, a & b)
HIPIFY_FOLD(bit_or, a | b)
HIPIFY_FOLD(bit_xor, a ^ b)
#undef HIPIFY_FOLD

/// All of a tile's values folded; every thread gets the result.
template <unsigned int size, typename Parent, typename T, typename Fold>
HIPIFY_DEVICE T reduce(const thread_block_tile<size, Parent> &group, T value, Fold fold) {
    for (unsigned int distance = size / 2; distance > 0; distance /= 2) {
        value = fold(value, group.shfl_xor(value, distance));
    }
    return value;
}

namespace hipify_groups {

template <typename T, typename Fold>
HIPIFY_DEVICE T reduce(const coalesced_group &group, T value, Fold fold, std::true_type) {
    return ::hipify::reduce_lanes(group.lanes(), value, fold);
}
template <typename T, typename Fold>
HIPIFY_DEVICE T reduce(const coalesced_group &group, T value, Fold fold, std::false_type) {
    T result = group.shfl(value, 0);
    for (unsigned int rank = 1; rank < group.size(); ++rank) {
        result = fold(result, group.shfl(value, static_cast<int>(rank)));
    }
    return result;
}

}  // namespace hipify_groups

template <typename T, typename Fold>
HIPIFY_DEVICE T reduce(const coalesced_group &group, T value, Fold fold) {
    return hipify_groups::reduce(group, value, fold, std::integral_constant<bool, sizeof(T) <= 8>());
}

/// Each thread gets the fold of the values up to and with its own.
template <typename Group, typename T, typename Fold>
HIPIFY_DEVICE T inclusive_scan(const Group &group, T value, Fold fold) {
    for (unsigned int distance = 1; distance < group.size(); distance *= 2) {
        T before = group.shfl_up(value, distance);
        if (group.thread_rank() >= distance) value = fold(before, value);
    }
    return value;
}
template <typename Group, typename T>
HIPIFY_DEVICE T inclusive_scan(const Group &group, T value) {
    return inclusive_scan(group, value, plus<T>());
}

/// Each thread gets the fold of the values before its own; the first a value-initialised one.
template <typename Group, typename T, typename Fold>
HIPIFY_DEVICE T exclusive_scan(const Group &group, T value, Fold fold) {
    T before = group.shfl_up(inclusive_scan(group, value, fold), 1);
    return group.thread_rank() == 0 ? T() : before;
}
template <typename Group, typename T>
HIPIFY_DEVICE T exclusive_scan(const Group &group, T value) {
    return exclusive_scan(group, value, plus<T>());
}

/// One thread of the group calls `function`.
template <typename Group, typename Function, typename... Arguments>
HIPIFY_DEVICE void invoke_one(const Group &group, Function &&function, Arguments &&...arguments) {
    if (group.thread_rank() == 0) function(static_cast<Arguments &&>(arguments)...);
}

/// The same; all of them get what it returned.
template <typename Group, typename Function, typename... Arguments>
HIPIFY_DEVICE auto invoke_one_broadcast(const Group &group, Function &&function, Arguments &&...arguments)
    -> decltype(function(static_cast<Arguments &&>(arguments)...)) {
    decltype(function(static_cast<Arguments &&>(arguments)...)) result{};
    if (group.thread_rank() == 0) result = function(static_cast<Arguments &&>(arguments)...);
    return group.shfl(result, 0);
}

}  // namespace cooperative_groups

#endif
