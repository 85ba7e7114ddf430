// Runs of equal keys, and one value of each run: each chunk tells how many runs begin in it and what its last run amounts to so
// far, then each writes the runs that end in it.
#ifndef HIPIFY_ALGORITHMS_REDUCE_BY_KEY_H
#define HIPIFY_ALGORITHMS_REDUCE_BY_KEY_H
#pragma clang system_header

#include "chunks.h"

namespace hipify {
namespace chunks {

template <typename Value, typename Keys, typename Values, typename Op, typename Same> struct RunsOfChunks {
    Keys keys;
    Values values;
    std::size_t *heads;
    Value *tails;
    Chunks chunks;
    Op op;
    Same same;

    __device__ void operator()(unsigned int chunk) {
        const Keys from = keys;
        const Values with = values;
        Op both = op;
        Same alike = same;
        std::size_t i = chunks.begin(chunk), last = i, begun = 0;
        const std::size_t end = chunks.end(chunk);
        if (i == 0) begun = 1, i = 1;
        for (; i < end; i++) {
            const bool head = !alike(from[i - 1], from[i]);
            begun += head;
            last = head ? i : last;
        }
        heads[chunk] = begun;
        Value tail = static_cast<Value>(with[last]);
        for (i = last + 1; i < end; i++) tail = both(tail, static_cast<Value>(with[i]));
        new (tails + chunk) Value(tail);
    }
};

template <typename Value, typename Keys, typename Values, typename Unique, typename Sums, typename Count, typename Op,
          typename Same>
struct WriteRuns {
    Keys keys;
    Values values;
    Unique unique;
    Sums sums;
    Count count;
    const std::size_t *heads;
    const Value *tails;
    Chunks chunks;
    Op op;
    Same same;

    /// What the run that is open where the chunk begins amounts to.
    __device__ Value carried(unsigned int chunk) {
        unsigned int from = chunk - 1;
        while (heads[from] == 0) from--;
        Value value = tails[from];
        while (++from < chunk) value = op(value, tails[from]);
        return value;
    }

    __device__ void operator()(unsigned int chunk) {
        const Keys from = keys;
        const Values with = values;
        const Unique first = unique;
        const Sums to = sums;
        Op both = op;
        Same alike = same;
        std::size_t i = chunks.begin(chunk), runs = 0;
        const std::size_t end = chunks.end(chunk);
        if (chunks.size == 0) {
            count[0] = 0;
            return;
        }
        for (unsigned int before = 0; before < chunk; before++) runs += heads[before];
        Value sum = chunk == 0 ? static_cast<Value>(with[0]) : carried(chunk);
        if (chunk == 0) first[runs++] = from[i++];
        for (; i < end; i++) {
            if (alike(from[i - 1], from[i])) {
                sum = both(sum, static_cast<Value>(with[i]));
            } else {
                to[runs - 1] = sum;
                first[runs++] = from[i];
                sum = static_cast<Value>(with[i]);
            }
        }
        if (chunks.is_last(chunk)) {
            to[runs - 1] = sum;
            count[0] = runs;
        }
    }
};

}  // namespace chunks
}  // namespace hipify

BEGIN_ROCPRIM_NAMESPACE
namespace detail {

template <lookback_scan_determinism Determinism, typename Config, typename KeysInputIterator, typename ValuesInputIterator,
          typename UniqueOutputIterator, typename AggregatesOutputIterator, typename UniqueCountOutputIterator,
          typename BinaryFunction, typename KeyCompareFunction>
hipError_t reduce_by_key_impl(void *temporary_storage, size_t &storage_size, KeysInputIterator keys_input,
                              ValuesInputIterator values_input, const size_t size, UniqueOutputIterator unique_output,
                              AggregatesOutputIterator aggregates_output, UniqueCountOutputIterator unique_count_output,
                              BinaryFunction reduce_op, KeyCompareFunction key_compare_op, const hipStream_t stream,
                              const bool debug_synchronous) {
    using namespace hipify::chunks;
    using value_type = reduce_by_key::accumulator_type_t<ValuesInputIterator, BinaryFunction>;
    const Chunks chunks = cut(size);
    std::size_t *heads = nullptr;
    value_type *tails = nullptr;
    const hipError_t error =
        storage::partition(temporary_storage, storage_size,
                           storage::make_linear_partition(storage::ptr_aligned_array(&heads, chunks.count - 1),
                                                          storage::ptr_aligned_array(&tails, chunks.count - 1)));
    if (error != hipSuccess || temporary_storage == nullptr) return error;
    if (chunks.count > 1) {
        RunsOfChunks<value_type, KeysInputIterator, ValuesInputIterator, BinaryFunction, KeyCompareFunction> parts{
            keys_input, values_input, heads, tails, chunks, reduce_op, key_compare_op};
        ROCPRIM_RETURN_ON_ERROR(run(parts, chunks.count - 1, stream, debug_synchronous));
    }
    WriteRuns<value_type, KeysInputIterator, ValuesInputIterator, UniqueOutputIterator, AggregatesOutputIterator,
              UniqueCountOutputIterator, BinaryFunction, KeyCompareFunction>
        all{keys_input, values_input, unique_output, aggregates_output, unique_count_output, heads, tails, chunks, reduce_op,
            key_compare_op};
    return run(all, chunks.count, stream, debug_synchronous);
}

}  // namespace detail
END_ROCPRIM_NAMESPACE
#endif
