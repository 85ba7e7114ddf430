// Elements that are selected, in their order, and the others behind or beside them: the flags of all elements become words of
// bits, then each chunk puts its elements where the counts of the chunks before it say.
#ifndef HIPIFY_ALGORITHMS_PARTITION_H
#define HIPIFY_ALGORITHMS_PARTITION_H
#pragma clang system_header

#include "partition_flags.h"

namespace hipify {
namespace chunks {

/// Which outputs there are: the selected alone; the others reversed from the end of the same; beside them; two that are selected.
enum class Outputs { selected, both_ends, two, three };

template <Outputs Kind, typename Keys, typename Values, typename KeysOut, typename ValuesOut, typename Count> struct PutChunks {
    static constexpr int PARTS = Kind == Outputs::three ? 2 : 1;
    static constexpr bool WITH_VALUES =
        !std::is_same<typename std::iterator_traits<Values>::value_type, ::rocprim::empty_type>::value;
    Keys keys;
    Values values;
    KeysOut keys_out;
    ValuesOut values_out;
    Count count;
    Marks<PARTS> marks;
    /// The chunks of the flags, and those that elements are put in order by.
    Chunks counted, chunks;

    template <int Output> __device__ void put(std::size_t to, std::size_t from) {
        ::rocprim::get<Output>(keys_out)[to] = keys[from];
        if constexpr (WITH_VALUES) ::rocprim::get<Output>(values_out)[to] = values[from];
    }

    __device__ void put_rejected(std::size_t to, std::size_t from) {
        if constexpr (Kind == Outputs::both_ends) put<0>(counted.size - 1 - to, from);
        if constexpr (Kind == Outputs::two) put<1>(to, from);
        if constexpr (Kind == Outputs::three) put<2>(to, from);
    }

    __device__ void operator()(unsigned int chunk) {
        std::size_t to[PARTS] = {}, rejected = chunks.begin(chunk);
        const std::size_t end = chunks.end(chunk);
        for (int part = 0; part < PARTS; part++) {
            for (unsigned int before = 0; before < chunk; before++) to[part] += marks.counts[part][before];
            rejected -= to[part];
        }
        for (std::size_t base = chunks.begin(chunk); base < end; base += BITS) {
            const std::size_t length = end - base < BITS ? end - base : BITS;
            std::uint64_t left = ~std::uint64_t(0) >> (BITS - length);
            std::uint64_t selected = marks.words[0][base / BITS];
            left &= ~selected;
            for (; selected != 0; selected &= selected - 1) put<0>(to[0]++, base + __builtin_ctzll(selected));
            if constexpr (PARTS == 2) {
                selected = marks.words[1][base / BITS];
                left &= ~selected;
                for (; selected != 0; selected &= selected - 1) put<1>(to[1]++, base + __builtin_ctzll(selected));
            }
            if constexpr (Kind != Outputs::selected)
                for (; left != 0; left &= left - 1) put_rejected(rejected++, base + __builtin_ctzll(left));
        }
        if (chunks.is_last(chunk))
            for (int part = 0; part < PARTS; part++) count[part] = to[part];
    }
};

/// Whether the output, if it is one, cannot be what is still to be read.
template <typename In, typename Out> bool apart_from(In in, Out out, std::size_t size) {
    using ::rocprim::empty_type;
    if constexpr (std::is_same<Out, empty_type>::value || std::is_same<Out, empty_type *>::value) return true;
    else return apart(in, out, size);
}

/// The same of all outputs.
template <typename In, typename... Outs> bool all_apart(In in, const ::rocprim::tuple<Outs...> &outs, std::size_t size) {
    bool is_apart = apart_from(in, ::rocprim::get<0>(outs), size) && apart_from(in, ::rocprim::get<1>(outs), size);
    if constexpr (sizeof...(Outs) == 3) is_apart = is_apart && apart_from(in, ::rocprim::get<2>(outs), size);
    return is_apart;
}

}  // namespace chunks
}  // namespace hipify

BEGIN_ROCPRIM_NAMESPACE
namespace detail {

template <partition_subalgo SubAlgo, class Config, class OffsetT, class KeyIterator, class ValueIterator, class FlagIterator,
          class OutputKeyIterator, class OutputValueIterator, class InequalityOp, class SelectedCountOutputIterator,
          class... UnaryPredicates>
inline hipError_t partition_impl(void *temporary_storage, size_t &storage_size, KeyIterator keys_input,
                                 ValueIterator values_input, FlagIterator flags, OutputKeyIterator keys_output,
                                 OutputValueIterator values_output, SelectedCountOutputIterator selected_count_output,
                                 const size_t size, InequalityOp inequality_op, const hipStream_t stream, bool debug_synchronous,
                                 UnaryPredicates... predicates) {
    using namespace hipify::chunks;
    using sub = partition_subalgo;
    constexpr bool both_ends = SubAlgo == sub::partition_flag || SubAlgo == sub::partition_predicate;
    constexpr bool two = SubAlgo == sub::partition_two_way_flag || SubAlgo == sub::partition_two_way_predicate;
    constexpr Outputs kind = SubAlgo == sub::partition_three_way ? Outputs::three
                             : two                               ? Outputs::two
                             : both_ends                         ? Outputs::both_ends
                                                                 : Outputs::selected;
    constexpr int parts = kind == Outputs::three ? 2 : 1;
    const Chunks chunks = cut(size);
    Marks<parts> marks{};
    std::uint64_t *words = nullptr;
    std::size_t *counts = nullptr;
    const hipError_t error = storage::partition(
        temporary_storage, storage_size,
        storage::make_linear_partition(storage::ptr_aligned_array(&words, parts * chunks.words()),
                                       storage::ptr_aligned_array(&counts, parts * chunks.count)));
    if (error != hipSuccess || temporary_storage == nullptr) return error;
    for (int part = 0; part < parts; part++)
        marks.words[part] = words + part * chunks.words(), marks.counts[part] = counts + part * chunks.count;

    const auto mark = [&](auto choice) {
        return run(MarkChunks<decltype(choice)>{choice, marks, chunks}, chunks.count, stream, debug_synchronous);
    };
    ROCPRIM_RETURN_ON_ERROR(mark(choice_of<SubAlgo>(keys_input, flags, inequality_op, predicates...)));

    using Put = PutChunks<kind, KeyIterator, ValueIterator, OutputKeyIterator, OutputValueIterator, SelectedCountOutputIterator>;
    // What may be written over what is still to be read is put in order by one block, which reads an element before its place is
    // written: no element moves up.
    bool in_any_order = all_apart(keys_input, keys_output, size);
    if constexpr (Put::WITH_VALUES) in_any_order = in_any_order && all_apart(values_input, values_output, size);
    const Chunks order = in_any_order ? chunks : whole(size);
    const Put put{keys_input, values_input, keys_output, values_output, selected_count_output, marks, chunks, order};
    return run(put, order.count, stream, debug_synchronous);
}

}  // namespace detail
END_ROCPRIM_NAMESPACE
#endif
