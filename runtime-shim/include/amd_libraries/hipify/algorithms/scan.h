// Values before each place: chunks are folded first, then each scans on from what was folded before it.
#ifndef HIPIFY_ALGORITHMS_SCAN_H
#define HIPIFY_ALGORITHMS_SCAN_H
#pragma clang system_header

#include "reduce.h"

namespace hipify {
namespace chunks {

template <bool Exclusive, typename Value, typename In, typename Out, typename Initial, typename Op> struct ScanChunks {
    In in;
    Out out;
    Initial initial;
    const Value *folded;
    Chunks chunks;
    Op op;

    __device__ void operator()(unsigned int chunk) {
        // Copies that no store can change.
        const In from = in;
        const Out to = out;
        Op both = op;
        std::size_t i = chunks.begin(chunk);
        const std::size_t end = chunks.end(chunk);
        if (i == end) return;
        if constexpr (Exclusive) {
            Value sum = static_cast<Value>(::rocprim::detail::get_input_value(initial));
            for (unsigned int before = 0; before < chunk; before++) sum = both(sum, folded[before]);
            for (; i < end; i++) {
                const Value value = static_cast<Value>(from[i]);
                to[i] = sum;
                sum = both(sum, value);
            }
        } else {
            Value sum = chunk == 0 ? static_cast<Value>(from[0]) : folded[0];
            for (unsigned int before = 1; before < chunk; before++) sum = both(sum, folded[before]);
            if (chunk == 0) to[i++] = sum;
            for (; i < end; i++) to[i] = sum = both(sum, static_cast<Value>(from[i]));
        }
    }
};

}  // namespace chunks
}  // namespace hipify

BEGIN_ROCPRIM_NAMESPACE
namespace detail {

template <lookback_scan_determinism Determinism, bool Exclusive, class Config, class InputIterator, class OutputIterator,
          class InitValueType, class BinaryFunction, class AccType>
inline hipError_t scan_impl(void *temporary_storage, size_t &storage_size, InputIterator input, OutputIterator output,
                            const InitValueType initial_value, const size_t size, BinaryFunction scan_op,
                            const hipStream_t stream, bool debug_synchronous) {
    using namespace hipify::chunks;
    const Chunks chunks = cut(size);
    AccType *folded = nullptr;
    const hipError_t error = storage::partition(
        temporary_storage, storage_size, storage::make_linear_partition(storage::ptr_aligned_array(&folded, chunks.count - 1)));
    if (error != hipSuccess || temporary_storage == nullptr || size == 0) return error;
    if (chunks.count > 1) {
        FoldChunks<true, AccType, InputIterator, BinaryFunction> parts{input, folded, chunks, scan_op};
        ROCPRIM_RETURN_ON_ERROR(run(parts, chunks.count - 1, stream, debug_synchronous));
    }
    ScanChunks<Exclusive, AccType, InputIterator, OutputIterator, InitValueType, BinaryFunction> all{
        input, output, initial_value, folded, chunks, scan_op};
    return run(all, chunks.count, stream, debug_synchronous);
}

}  // namespace detail
END_ROCPRIM_NAMESPACE
#endif
