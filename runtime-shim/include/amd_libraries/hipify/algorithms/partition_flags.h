// Which elements are selected, as words of bits: by flags, by a predicate, or by differing from the element before.
#ifndef HIPIFY_ALGORITHMS_PARTITION_FLAGS_H
#define HIPIFY_ALGORITHMS_PARTITION_FLAGS_H
#pragma clang system_header

#include "chunks.h"

#include <cstdint>

namespace hipify {
namespace chunks {

/// The bits of each part, and how many are set in each chunk.
template <int Parts> struct Marks {
    std::uint64_t *words[Parts];
    std::size_t *counts[Parts];
};

template <typename Flags> struct ByFlag {
    static constexpr int PARTS = 1;
    Flags flags;
    __device__ unsigned int operator()(std::size_t i) { return static_cast<bool>(flags[i]); }
};

template <typename Flags, typename Predicate> struct ByPredicate {
    static constexpr int PARTS = 1;
    Flags flags;
    Predicate predicate;
    __device__ unsigned int operator()(std::size_t i) {
        typename std::iterator_traits<Flags>::value_type value = flags[i];
        return static_cast<bool>(predicate(value));
    }
};

/// An element is of the second part if it is not of the first.
template <typename Keys, typename First, typename Second> struct ByTwoPredicates {
    static constexpr int PARTS = 2;
    Keys keys;
    First first;
    Second second;
    __device__ unsigned int operator()(std::size_t i) {
        typename std::iterator_traits<Keys>::value_type value = keys[i];
        return first(value) ? 1 : second(value) ? 2 : 0;
    }
};

template <typename Keys, typename Differs> struct ByChange {
    static constexpr int PARTS = 1;
    Keys keys;
    Differs differs;
    __device__ unsigned int operator()(std::size_t i) {
        if (i == 0) return 1;
        typename std::iterator_traits<Keys>::value_type before = keys[i - 1], value = keys[i];
        return static_cast<bool>(differs(before, value));
    }
};

/// How the algorithm chooses.
template <::rocprim::detail::partition_subalgo Algorithm, typename Keys, typename Flags, typename Differs, typename Predicate>
auto choice_of(Keys keys, Flags flags, Differs differs, Predicate predicate) {
    using sub = ::rocprim::detail::partition_subalgo;
    if constexpr (Algorithm == sub::select_unique || Algorithm == sub::select_unique_by_key) {
        return ByChange<Keys, Differs>{keys, differs};
    } else if constexpr (Algorithm == sub::select_predicated_flag) {
        return ByPredicate<Flags, Predicate>{flags, predicate};
    } else if constexpr (Algorithm == sub::select_flag || Algorithm == sub::partition_flag ||
                         Algorithm == sub::partition_two_way_flag) {
        return ByFlag<Flags>{flags};
    } else {
        return ByPredicate<Keys, Predicate>{keys, predicate};
    }
}
template <::rocprim::detail::partition_subalgo Algorithm, typename Keys, typename Flags, typename Differs, typename First,
          typename Second>
auto choice_of(Keys keys, Flags, Differs, First first, Second second) {
    return ByTwoPredicates<Keys, First, Second>{keys, first, second};
}

template <typename Choice> struct MarkChunks {
    static constexpr int PARTS = Choice::PARTS;
    Choice choice;
    Marks<PARTS> marks;
    Chunks chunks;

    __device__ void operator()(unsigned int chunk) {
        Choice choose = choice;
        std::size_t counts[PARTS] = {};
        const std::size_t end = chunks.end(chunk);
        for (std::size_t base = chunks.begin(chunk); base < end; base += BITS) {
            const unsigned int length =
                end - base < BITS ? static_cast<unsigned int>(end - base) : static_cast<unsigned int>(BITS);
            std::uint64_t bits[PARTS] = {};
            for (unsigned int i = 0; i < length; i++) {
                const unsigned int chosen = choose(base + i);
                for (int part = 0; part < PARTS; part++) bits[part] |= static_cast<std::uint64_t>(chosen == part + 1u) << i;
            }
            for (int part = 0; part < PARTS; part++) {
                marks.words[part][base / BITS] = bits[part];
                counts[part] += static_cast<std::size_t>(__builtin_popcountll(bits[part]));
            }
        }
        for (int part = 0; part < PARTS; part++) marks.counts[part][chunk] = counts[part];
    }
};

}  // namespace chunks
}  // namespace hipify
#endif
