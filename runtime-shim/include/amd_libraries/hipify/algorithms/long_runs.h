// Runs of more than one element: each chunk counts those that begin in it, then writes where they begin and how long they are.
#ifndef HIPIFY_ALGORITHMS_LONG_RUNS_H
#define HIPIFY_ALGORITHMS_LONG_RUNS_H
#pragma clang system_header

#include "chunks.h"

namespace hipify {
namespace chunks {

/// Calls `found` with the places where runs of more than one element begin.
template <typename In, typename Found> __device__ void each_long_run(In in, Chunks chunks, unsigned int chunk, Found found) {
    const std::size_t end = chunks.end(chunk);
    for (std::size_t i = chunks.begin(chunk); i < end; i++) {
        const bool begins = i == 0 || !(in[i - 1] == in[i]);
        if (begins && i + 1 < chunks.size && in[i] == in[i + 1]) found(i);
    }
}

template <typename In> struct CountLongRuns {
    In in;
    std::size_t *counts;
    Chunks chunks;

    __device__ void operator()(unsigned int chunk) {
        std::size_t count = 0;
        each_long_run(in, chunks, chunk, [&](std::size_t) { count++; });
        counts[chunk] = count;
    }
};

template <typename In, typename Offsets, typename Lengths, typename Count> struct WriteLongRuns {
    In in;
    Offsets offsets;
    Lengths lengths;
    Count count;
    const std::size_t *counts;
    Chunks chunks;

    __device__ void operator()(unsigned int chunk) {
        std::size_t runs = 0;
        for (unsigned int before = 0; before < chunk; before++) runs += counts[before];
        each_long_run(in, chunks, chunk, [&](std::size_t begin) {
            // It may go on into the chunks behind.
            std::size_t end = begin + 2;
            while (end < chunks.size && in[begin] == in[end]) end++;
            offsets[runs] = begin;
            lengths[runs++] = end - begin;
        });
        if (chunks.is_last(chunk)) count[0] = runs;
    }
};

}  // namespace chunks
}  // namespace hipify

BEGIN_ROCPRIM_NAMESPACE
namespace detail {
namespace run_length_encode {

template <class Config, class InputIterator, class OffsetsOutputIterator, class CountsOutputIterator, class RunsCountOutputIterator>
hipError_t run_length_encode_non_trivial_runs_impl(void *temporary_storage, size_t &storage_size, InputIterator input,
                                                   const size_t size, OffsetsOutputIterator offsets_output,
                                                   CountsOutputIterator counts_output, RunsCountOutputIterator runs_count_output,
                                                   const hipStream_t stream, const bool debug_synchronous) {
    using namespace hipify::chunks;
    const Chunks chunks = cut(size);
    std::size_t *counts = nullptr;
    const hipError_t error = storage::partition(
        temporary_storage, storage_size,
        storage::make_linear_partition(storage::ptr_aligned_array(&counts, chunks.count)));
    if (error != hipSuccess || temporary_storage == nullptr) return error;
    ROCPRIM_RETURN_ON_ERROR(run(CountLongRuns<InputIterator>{input, counts, chunks}, chunks.count, stream, debug_synchronous));
    WriteLongRuns<InputIterator, OffsetsOutputIterator, CountsOutputIterator, RunsCountOutputIterator> write{
        input, offsets_output, counts_output, runs_count_output, counts, chunks};
    return run(write, chunks.count, stream, debug_synchronous);
}

}  // namespace run_length_encode
}  // namespace detail
END_ROCPRIM_NAMESPACE
#endif
