// Sorts by comparison, which keep the order of equals: each chunk is sorted, then pairs of sorted ranges are merged. A chunk of
// what a merge writes finds by bisection where its part of both ranges begins.
#ifndef HIPIFY_ALGORITHMS_MERGE_SORT_H
#define HIPIFY_ALGORITHMS_MERGE_SORT_H
#pragma clang system_header

#include "chunks.h"

namespace hipify {
namespace chunks {

/// Elements that are sorted by insertion.
constexpr std::size_t INSERTED = 16;

/// Keys and their values; values of rocPRIM's empty type are none.
template <typename KeyIterator, typename ValueIterator> struct Elements {
    using Key = typename std::iterator_traits<KeyIterator>::value_type;
    using Value = typename std::iterator_traits<ValueIterator>::value_type;
    static constexpr bool WITH_VALUES = !std::is_same<Value, ::rocprim::empty_type>::value;
    KeyIterator keys;
    ValueIterator values;

    __device__ Key key(std::size_t i) const { return keys[i]; }
    template <typename From> __device__ void set(std::size_t to, const From &from, std::size_t i) const {
        keys[to] = from.keys[i];
        if constexpr (WITH_VALUES) values[to] = from.values[i];
    }
};

/// Elements of the first of two neighbouring sorted ranges among the first `count` of both merged.
template <typename In, typename Less>
__device__ std::size_t of_first(In in, std::size_t begin, std::size_t middle, std::size_t end, std::size_t count, Less &less) {
    std::size_t low = count > end - middle ? count - (end - middle) : 0, high = count < middle - begin ? count : middle - begin;
    while (low < high) {
        const std::size_t half = low + (high - low) / 2;
        const auto first = in.key(begin + half), second = in.key(middle + (count - 1 - half));
        if (less(second, first)) high = half;
        else low = half + 1;
    }
    return low;
}

/// What the two ranges merged have at the places from `from` to `to`, both counted from the same start as the ranges.
template <typename In, typename Out, typename Less>
__device__ void merge(In in, Out out, std::size_t begin, std::size_t middle, std::size_t end, std::size_t from, std::size_t to,
                      Less &less) {
    std::size_t first = begin, second = middle;
    if (from > begin) {
        first = begin + of_first(in, begin, middle, end, from - begin, less);
        second = middle + (from - first);
    }
    for (; from < to && first < middle && second < end; from++) {
        const auto a = in.key(first), b = in.key(second);
        out.set(from, in, less(b, a) ? second++ : first++);
    }
    for (; from < to && first < middle; from++) out.set(from, in, first++);
    for (; from < to; from++) out.set(from, in, second++);
}

inline __host__ __device__ std::size_t least(std::size_t a, std::size_t b) { return a < b ? a : b; }

/// Merges ranges of `width` elements, a multiple of the chunks' step, by pairs.
template <typename In, typename Out, typename Less> struct MergeChunks {
    In in;
    Out out;
    std::size_t width;
    Chunks chunks;
    Less less;

    __device__ void operator()(unsigned int chunk) {
        const std::size_t from = chunks.begin(chunk), begin = from / (2 * width) * (2 * width);
        merge(in, out, begin, least(begin + width, chunks.size), least(begin + 2 * width, chunks.size), from, chunks.end(chunk),
              less);
    }
};

/// Sorts each chunk into `to`; `other` is memory of the same size.
template <typename In, typename To, typename Other, typename Less> struct SortChunks {
    In in;
    To to;
    Other other;
    Chunks chunks;
    Less less;

    template <typename Out> __device__ void insert(Out out, std::size_t begin, std::size_t end) {
        for (; begin < end; begin += INSERTED) {
            for (std::size_t i = begin; i < least(begin + INSERTED, end); i++) {
                // The input may be where the output is: what is at `i` is read before that is written.
                typename In::Key key = in.key(i);
                std::size_t place = i;
                if constexpr (In::WITH_VALUES) {
                    typename In::Value value = in.values[i];
                    for (; place > begin && less(key, out.key(place - 1)); place--) out.set(place, out, place - 1);
                    out.values[place] = value;
                } else {
                    for (; place > begin && less(key, out.key(place - 1)); place--) out.set(place, out, place - 1);
                }
                out.keys[place] = key;
            }
        }
    }

    template <typename From, typename Out>
    __device__ void merge_all(From from, Out out, std::size_t begin, std::size_t end, std::size_t width) {
        for (; begin < end; begin += 2 * width) {
            const std::size_t stop = least(begin + 2 * width, end);
            merge(from, out, begin, least(begin + width, end), stop, begin, stop, less);
        }
    }

    __device__ void operator()(unsigned int chunk) {
        const std::size_t begin = chunks.begin(chunk), end = chunks.end(chunk);
        unsigned int merges = 0;
        for (std::size_t width = INSERTED; width < end - begin; width *= 2) merges++;
        bool in_place = merges % 2 == 0;
        if (in_place) insert(to, begin, end);
        else insert(other, begin, end);
        for (std::size_t width = INSERTED; merges > 0; merges--, width *= 2, in_place = !in_place) {
            if (in_place) merge_all(to, other, begin, end, width);
            else merge_all(other, to, begin, end, width);
        }
    }
};

}  // namespace chunks
}  // namespace hipify

BEGIN_ROCPRIM_NAMESPACE
namespace detail {

template <class Config, class KeysInputIterator, class KeysOutputIterator, class ValuesInputIterator, class ValuesOutputIterator,
          class BinaryFunction>
inline hipError_t merge_sort_impl(void *temporary_storage, size_t &storage_size, KeysInputIterator keys_input,
                                  KeysOutputIterator keys_output, ValuesInputIterator values_input,
                                  ValuesOutputIterator values_output, const size_t size, BinaryFunction compare_function,
                                  const hipStream_t stream, bool debug_synchronous,
                                  typename std::iterator_traits<KeysInputIterator>::value_type *keys_buffer = nullptr,
                                  typename std::iterator_traits<ValuesInputIterator>::value_type *values_buffer = nullptr) {
    using namespace hipify::chunks;
    using key_type = typename std::iterator_traits<KeysInputIterator>::value_type;
    using value_type = typename std::iterator_traits<ValuesInputIterator>::value_type;
    constexpr bool with_values = !std::is_same<value_type, ::rocprim::empty_type>::value;
    const Chunks chunks = cut(size);
    const std::size_t elements = keys_buffer == nullptr && size > INSERTED ? size : 0;
    key_type *keys_own = nullptr;
    value_type *values_own = nullptr;
    const hipError_t error = storage::partition(
        temporary_storage, storage_size,
        storage::make_linear_partition(storage::ptr_aligned_array(&keys_own, elements),
                                       storage::ptr_aligned_array(&values_own, with_values ? elements : 0)));
    if (error != hipSuccess || temporary_storage == nullptr || size == 0) return error;
    if (keys_buffer == nullptr) keys_buffer = keys_own, values_buffer = values_own;

    using In = Elements<KeysInputIterator, ValuesInputIterator>;
    using Out = Elements<KeysOutputIterator, ValuesOutputIterator>;
    using Own = Elements<key_type *, value_type *>;
    const In in{keys_input, values_input};
    const Out out{keys_output, values_output};
    const Own own{keys_buffer, values_buffer};
    unsigned int merges = 0;
    for (std::size_t width = chunks.step; width < size; width *= 2) merges++;
    bool in_output = merges % 2 == 0;
    if (in_output) {
        SortChunks<In, Out, Own, BinaryFunction> sort{in, out, own, chunks, compare_function};
        ROCPRIM_RETURN_ON_ERROR(run(sort, chunks.count, stream, debug_synchronous));
    } else {
        SortChunks<In, Own, Out, BinaryFunction> sort{in, own, out, chunks, compare_function};
        ROCPRIM_RETURN_ON_ERROR(run(sort, chunks.count, stream, debug_synchronous));
    }
    for (std::size_t width = chunks.step; width < size; width *= 2, in_output = !in_output) {
        hipError_t result;
        if (in_output) {
            result = run(MergeChunks<Out, Own, BinaryFunction>{out, own, width, chunks, compare_function}, chunks.count, stream,
                         debug_synchronous);
        } else {
            result = run(MergeChunks<Own, Out, BinaryFunction>{own, out, width, chunks, compare_function}, chunks.count, stream,
                         debug_synchronous);
        }
        if (result != hipSuccess) return result;
    }
    return hipSuccess;
}

}  // namespace detail
END_ROCPRIM_NAMESPACE
#endif
