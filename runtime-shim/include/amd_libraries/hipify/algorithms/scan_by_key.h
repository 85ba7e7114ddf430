// Scans that begin anew with each run of equal keys: chunks tell what their last run amounts to so far, then each scans on.
#ifndef HIPIFY_ALGORITHMS_SCAN_BY_KEY_H
#define HIPIFY_ALGORITHMS_SCAN_BY_KEY_H
#pragma clang system_header

#include "chunks.h"

namespace hipify {
namespace chunks {

/// Where the last run of the chunk begins, and whether one begins at its first element: outputs may take the keys' place later.
struct LastRun {
    bool begins, at_first;
};

template <bool Exclusive, typename Value, typename Keys, typename In, typename Initial, typename Op, typename Same>
struct LastRuns {
    Keys keys;
    In in;
    Initial initial;
    LastRun *runs;
    Value *folded;
    Chunks chunks;
    Op op;
    Same same;

    __device__ void operator()(unsigned int chunk) {
        const std::size_t begin = chunks.begin(chunk), end = chunks.end(chunk);
        std::size_t last = end - 1;
        while (last > begin && same(keys[last - 1], keys[last])) last--;
        const bool at_first = begin == 0 || !same(keys[begin - 1], keys[begin]);
        const bool begins = last > begin || at_first;
        Value value = static_cast<Value>(in[last]);
        if constexpr (Exclusive) {
            if (begins) value = op(static_cast<Value>(::rocprim::detail::get_input_value(initial)), value);
        }
        for (std::size_t i = last + 1; i < end; i++) value = op(value, static_cast<Value>(in[i]));
        runs[chunk] = {begins, at_first};
        new (folded + chunk) Value(value);
    }
};

template <bool Exclusive, typename Value, typename Keys, typename In, typename Out, typename Initial, typename Op, typename Same>
struct ScanRuns {
    Keys keys;
    In in;
    Out out;
    Initial initial;
    const LastRun *runs;
    const Value *folded;
    Chunks chunks;
    Op op;
    Same same;

    /// What the run that goes on into the chunk amounts to.
    __device__ Value carried(unsigned int chunk) {
        unsigned int from = chunk - 1;
        while (!runs[from].begins) from--;
        Value value = folded[from];
        while (++from < chunk) value = op(value, folded[from]);
        return value;
    }

    __device__ void operator()(unsigned int chunk) {
        using Key = typename std::iterator_traits<Keys>::value_type;
        const std::size_t begin = chunks.begin(chunk), end = chunks.end(chunk);
        const bool fresh = chunk == 0 || runs[chunk].at_first;
        Key key = keys[begin];
        if constexpr (Exclusive) {
            const Value start = static_cast<Value>(::rocprim::detail::get_input_value(initial));
            Value sum = fresh ? start : carried(chunk);
            for (std::size_t i = begin; i < end; i++) {
                if (i > begin) {
                    const Key next = keys[i];
                    if (!same(key, next)) sum = start;
                    key = next;
                }
                const Value value = static_cast<Value>(in[i]);
                out[i] = sum;
                sum = op(sum, value);
            }
        } else {
            Value sum = fresh ? static_cast<Value>(in[begin]) : op(carried(chunk), static_cast<Value>(in[begin]));
            out[begin] = sum;
            for (std::size_t i = begin + 1; i < end; i++) {
                const Key next = keys[i];
                const Value value = static_cast<Value>(in[i]);
                sum = same(key, next) ? op(sum, value) : value;
                key = next;
                out[i] = sum;
            }
        }
    }
};

}  // namespace chunks
}  // namespace hipify

BEGIN_ROCPRIM_NAMESPACE
namespace detail {

template <lookback_scan_determinism Determinism, bool Exclusive, typename Config, typename KeysInputIterator,
          typename InputIterator, typename OutputIterator, typename InitValueType, typename BinaryFunction,
          typename CompareFunction, typename AccType>
inline hipError_t scan_by_key_impl(void *const temporary_storage, size_t &storage_size, KeysInputIterator keys,
                                   InputIterator input, OutputIterator output, const InitValueType initial_value,
                                   const size_t size, const BinaryFunction scan_op, const CompareFunction compare,
                                   const hipStream_t stream, const bool debug_synchronous) {
    using namespace hipify::chunks;
    const Chunks chunks = cut(size);
    const std::size_t parts = chunks.count == 1 ? 0 : chunks.count;
    LastRun *runs = nullptr;
    AccType *folded = nullptr;
    const hipError_t error = storage::partition(
        temporary_storage, storage_size,
        storage::make_linear_partition(storage::ptr_aligned_array(&runs, parts), storage::ptr_aligned_array(&folded, parts)));
    if (error != hipSuccess || temporary_storage == nullptr || size == 0) return error;
    if (parts > 0) {
        LastRuns<Exclusive, AccType, KeysInputIterator, InputIterator, InitValueType, BinaryFunction, CompareFunction> last{
            keys, input, initial_value, runs, folded, chunks, scan_op, compare};
        ROCPRIM_RETURN_ON_ERROR(run(last, chunks.count, stream, debug_synchronous));
    }
    ScanRuns<Exclusive, AccType, KeysInputIterator, InputIterator, OutputIterator, InitValueType, BinaryFunction, CompareFunction>
        all{keys, input, output, initial_value, runs, folded, chunks, scan_op, compare};
    return run(all, chunks.count, stream, debug_synchronous);
}

}  // namespace detail
END_ROCPRIM_NAMESPACE
#endif
