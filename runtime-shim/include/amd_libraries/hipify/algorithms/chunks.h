// An input cut into chunks, and kernels whose blocks have one thread, which works through one chunk in order.
#ifndef HIPIFY_ALGORITHMS_CHUNKS_H
#define HIPIFY_ALGORITHMS_CHUNKS_H
#pragma clang system_header

#include <hip/hip_runtime.h>
#include <rocprim/config.hpp>
#include <rocprim/detail/temp_storage.hpp>
#include <rocprim/detail/various.hpp>
#include <rocprim/iterator/constant_iterator.hpp>
#include <rocprim/iterator/counting_iterator.hpp>

namespace hipify {
namespace chunks {

namespace storage = ::rocprim::detail::temp_storage;

/// Elements that are worth a block, and blocks at most: more than the CPU has cores, so that those that end early get another;
/// what a block does for each chunk before its own stays below what it does for its own.
constexpr std::size_t FEWEST = 16384, MOST = 128;
/// Flags that one word holds: chunks begin at a multiple.
constexpr std::size_t BITS = 64;

/// `size` elements in `count` chunks of `step`; the last may be shorter. There is one chunk where there is no element.
struct Chunks {
    std::size_t size, step;
    unsigned int count;

    __host__ __device__ std::size_t begin(unsigned int chunk) const { return chunk * step; }
    __host__ __device__ std::size_t end(unsigned int chunk) const {
        const std::size_t past = begin(chunk) + step;
        return past < size ? past : size;
    }
    __host__ __device__ bool is_last(unsigned int chunk) const { return chunk + 1 == count; }
    __host__ __device__ std::size_t words() const { return (size + BITS - 1) / BITS; }
};

/// All in one chunk.
inline Chunks whole(std::size_t size) { return {size, (size / BITS + 1) * BITS, 1}; }

/// As many chunks as suit the size alone, so that results do not depend on the machine.
inline Chunks cut(std::size_t size, std::size_t most = MOST) {
    const std::size_t wanted = size / FEWEST < most ? size / FEWEST : most;
    if (wanted < 2) return whole(size);
    const std::size_t step = (size / wanted / BITS + 1) * BITS;
    return {size, step, static_cast<unsigned int>((size + step - 1) / step)};
}

template <typename Work> __global__ __launch_bounds__(1) void chunk_kernel(Work work) { work(blockIdx.x); }

/// Enqueues `work(chunk)` for each of the chunks; `wait` is rocPRIM's `debug_synchronous`.
template <typename Work> hipError_t run(Work work, unsigned int count, hipStream_t stream, bool wait) {
    chunk_kernel<<<dim3(count), dim3(1), 0, stream>>>(work);
    const hipError_t error = hipGetLastError();
    return error == hipSuccess && wait ? hipStreamSynchronize(stream) : error;
}

/// Whether nothing that is written through the second range can be read through the first.
template <typename In, typename Out> bool apart(In in, Out out, std::size_t size) {
    return !::rocprim::detail::can_iterators_alias(in, out, size);
}
template <typename Value, typename Difference, typename Out>
bool apart(::rocprim::counting_iterator<Value, Difference>, Out, std::size_t) {
    return true;
}
template <typename Value, typename Difference, typename Out>
bool apart(::rocprim::constant_iterator<Value, Difference>, Out, std::size_t) {
    return true;
}

}  // namespace chunks
}  // namespace hipify
#endif
