// One value of all: each chunk is folded, then the chunks' values in their order.
#ifndef HIPIFY_ALGORITHMS_REDUCE_H
#define HIPIFY_ALGORITHMS_REDUCE_H
#pragma clang system_header

#include "chunks.h"

namespace hipify {
namespace chunks {

/// Sums of floating numbers that grow side by side: a vector of them, since one would wait for each addition to end.
constexpr int LANES = 16;

/// `in[begin]` to `in[end - 1]`, of which there is one at least, folded in order.
template <typename Value, typename In, typename Op>
__device__ Value fold_in_order(In in, std::size_t begin, std::size_t end, Op op) {
    Value all = static_cast<Value>(in[begin]);
    for (std::size_t i = begin + 1; i < end; i++) all = op(all, static_cast<Value>(in[i]));
    return all;
}

/// The same side by side.
template <typename Value, typename In, typename Op>
__device__ Value fold_lanes(In in, std::size_t begin, std::size_t end, Op op) {
    if (end - begin < 2 * LANES) return fold_in_order<Value>(in, begin, end, op);
    Value lanes[LANES];
    for (int lane = 0; lane < LANES; lane++) lanes[lane] = static_cast<Value>(in[begin + lane]);
    std::size_t i = begin + LANES;
    for (; i + LANES <= end; i += LANES)
        for (int lane = 0; lane < LANES; lane++) lanes[lane] = op(lanes[lane], static_cast<Value>(in[i + lane]));
    Value all = lanes[0];
    for (int lane = 1; lane < LANES; lane++) all = op(all, lanes[lane]);
    for (; i < end; i++) all = op(all, static_cast<Value>(in[i]));
    return all;
}

/// Floating numbers that are folded together before they meet others, so that a long sum rounds no more than a GPU's tree of sums.
constexpr std::size_t BLOCK = 4096;

/// The same in an order of its own: a reduction's operation is commutative.
template <typename Value, typename In, typename Op>
__device__ Value fold(In in, std::size_t begin, std::size_t end, Op op) {
    if constexpr (std::is_floating_point<Value>::value) {
        const auto block = [&](std::size_t first) { return fold_lanes<Value>(in, first, end - first < BLOCK ? end : first + BLOCK, op); };
        Value all = block(begin);
        for (std::size_t first = begin + BLOCK; first < end; first += BLOCK) all = op(all, block(first));
        return all;
    }
    return fold_in_order<Value>(in, begin, end, op);
}

/// The value of each chunk, of its elements in their order or in one of the fold's own.
template <bool InOrder, typename Value, typename In, typename Op> struct FoldChunks {
    In in;
    Value *folded;
    Chunks chunks;
    Op op;

    __device__ void operator()(unsigned int chunk) {
        const std::size_t begin = chunks.begin(chunk), end = chunks.end(chunk);
        if constexpr (InOrder) {
            new (folded + chunk) Value(fold_in_order<Value>(in, begin, end, op));
        } else {
            new (folded + chunk) Value(fold<Value>(in, begin, end, op));
        }
    }
};

/// The value of all, with the initial one in front of it.
template <bool WithInitial, typename Value, typename In, typename Out, typename Initial, typename Op> struct FoldAll {
    In in;
    Out out;
    Initial initial;
    std::size_t size;
    Op op;

    __device__ void operator()(unsigned int) {
        if (size == 0) {
            // AMD's kernel writes something without an initial value too, which its tests take for zero.
            if constexpr (WithInitial) {
                out[0] = static_cast<Value>(initial);
            } else {
                out[0] = Value();
            }
            return;
        }
        const Value all = fold<Value>(in, 0, size, op);
        if constexpr (WithInitial) {
            out[0] = op(static_cast<Value>(initial), all);
        } else {
            out[0] = all;
        }
    }
};

template <bool WithInitial, typename Value, typename In, typename Out, typename Initial, typename Op>
hipError_t fold_all(In in, Out out, Initial initial, std::size_t size, Op op, hipStream_t stream, bool wait) {
    return run(FoldAll<WithInitial, Value, In, Out, Initial, Op>{in, out, initial, size, op}, 1, stream, wait);
}

}  // namespace chunks
}  // namespace hipify

BEGIN_ROCPRIM_NAMESPACE
namespace detail {

template <bool WithInitialValue, class Config, class InputIterator, class OutputIterator, class InitValueType,
          class BinaryFunction>
inline hipError_t reduce_impl(void *temporary_storage, size_t &storage_size, InputIterator input, OutputIterator output,
                              const InitValueType initial_value, const size_t size, BinaryFunction reduce_op,
                              const hipStream_t stream, bool debug_synchronous) {
    using namespace hipify::chunks;
    using input_type = typename std::iterator_traits<InputIterator>::value_type;
    using value_type = typename ::rocprim::invoke_result_binary_op<input_type, BinaryFunction>::type;
    const Chunks chunks = cut(size);
    const bool one = chunks.count == 1;
    value_type *folded = nullptr;
    const hipError_t error =
        storage::partition(temporary_storage, storage_size,
                           storage::make_linear_partition(storage::ptr_aligned_array(&folded, one ? 0 : chunks.count)));
    if (error != hipSuccess || temporary_storage == nullptr) return error;
    if (one) {
        return fold_all<WithInitialValue, value_type>(input, output, initial_value, size, reduce_op, stream, debug_synchronous);
    }
    FoldChunks<false, value_type, InputIterator, BinaryFunction> parts{input, folded, chunks, reduce_op};
    ROCPRIM_RETURN_ON_ERROR(run(parts, chunks.count, stream, debug_synchronous));
    return fold_all<WithInitialValue, value_type>(folded, output, initial_value, chunks.count, reduce_op, stream,
                                                  debug_synchronous);
}

}  // namespace detail
END_ROCPRIM_NAMESPACE
#endif
