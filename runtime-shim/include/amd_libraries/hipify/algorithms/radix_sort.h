// Sorts by eight bits at a time, from the lowest: chunks count their digits, what is before each digit of each chunk is summed,
// and chunks put their elements there in order. An input of one chunk is sorted by one kernel.
#ifndef HIPIFY_ALGORITHMS_RADIX_SORT_H
#define HIPIFY_ALGORITHMS_RADIX_SORT_H
#pragma clang system_header

#include "chunks.h"

#include <rocprim/thread/radix_key_codec.hpp>

namespace hipify {
namespace chunks {

constexpr unsigned int DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS;

/// The digit of a key.
template <typename Key, bool Descending, typename Decomposer> struct Digit {
    unsigned int bit, bits;
    Decomposer decomposer;

    __device__ unsigned int operator()(Key key) const {
        using codec = ::rocprim::radix_key_codec<Key, Descending>;
        if (bits == 0) return 0;
        codec::encode_inplace(key, decomposer);
        return codec::extract_digit(key, bit, bits, decomposer);
    }
};

template <typename Keys, typename Digit>
__device__ void count_digits(Keys keys, std::size_t begin, std::size_t end, Digit digit, std::size_t *counts) {
    std::size_t own[DIGITS] = {};
    for (std::size_t i = begin; i < end; i++) own[digit(keys[i])]++;
    for (unsigned int d = 0; d < DIGITS; d++) counts[d] = own[d];
}

/// Puts elements at the places of their digits, which move on.
template <bool WithValues, typename Keys, typename KeysOut, typename Values, typename ValuesOut, typename Digit>
__device__ void put_by_digit(Keys keys, KeysOut keys_out, Values values, ValuesOut values_out, std::size_t begin, std::size_t end,
                             Digit digit, const std::size_t *places) {
    std::size_t own[DIGITS];
    for (unsigned int d = 0; d < DIGITS; d++) own[d] = places[d];
    for (std::size_t i = begin; i < end; i++) {
        const typename std::iterator_traits<Keys>::value_type key = keys[i];
        const std::size_t to = own[digit(key)]++;
        keys_out[to] = key;
        if constexpr (WithValues) values_out[to] = values[i];
    }
}

template <typename Keys, typename Digit> struct CountDigits {
    Keys keys;
    Digit digit;
    Chunks chunks;
    std::size_t *counts;

    __device__ void operator()(unsigned int chunk) {
        count_digits(keys, chunks.begin(chunk), chunks.end(chunk), digit, counts + chunk * DIGITS);
    }
};

/// Of each digit of each chunk, the elements in front of it.
struct SumDigits {
    unsigned int chunks;
    std::size_t *counts;

    __device__ void operator()(unsigned int) {
        std::size_t sum = 0;
        for (unsigned int d = 0; d < DIGITS; d++) {
            for (unsigned int chunk = 0; chunk < chunks; chunk++) {
                const std::size_t count = counts[chunk * DIGITS + d];
                counts[chunk * DIGITS + d] = sum;
                sum += count;
            }
        }
    }
};

template <bool WithValues, typename Keys, typename KeysOut, typename Values, typename ValuesOut, typename Digit>
struct PutByDigit {
    Keys keys;
    KeysOut keys_out;
    Values values;
    ValuesOut values_out;
    Digit digit;
    Chunks chunks;
    std::size_t *counts;

    __device__ void operator()(unsigned int chunk) {
        const std::size_t begin = chunks.begin(chunk), end = chunks.end(chunk);
        std::size_t own[DIGITS];
        if (chunks.count == 1) {
            count_digits(keys, begin, end, digit, own);
            SumDigits{1, own}(0);
        }
        put_by_digit<WithValues>(keys, keys_out, values, values_out, begin, end, digit,
                                 chunks.count == 1 ? own : counts + chunk * DIGITS);
    }
};

/// Copies in front of a first pass that would write over its input.
template <typename In, typename Out> struct CopyChunks {
    In in;
    Out out;
    Chunks chunks;

    __device__ void operator()(unsigned int chunk) {
        for (std::size_t i = chunks.begin(chunk), end = chunks.end(chunk); i < end; i++) out[i] = in[i];
    }
};

/// The passes of a sort in turn.
template <typename Key, bool Descending, bool WithValues, typename Decomposer> struct Passes {
    Chunks chunks;
    std::size_t *counts;
    Decomposer decomposer;
    unsigned int end_bit;
    hipStream_t stream;
    bool wait;

    template <typename Keys, typename KeysOut, typename Values, typename ValuesOut>
    hipError_t pass(unsigned int bit, Keys keys, KeysOut keys_out, Values values, ValuesOut values_out) const {
        using Of = Digit<Key, Descending, Decomposer>;
        const unsigned int left = end_bit > bit ? end_bit - bit : 0;
        const Of digit{bit, left < DIGIT_BITS ? left : DIGIT_BITS, decomposer};
        if (chunks.count > 1) {
            ROCPRIM_RETURN_ON_ERROR(run(CountDigits<Keys, Of>{keys, digit, chunks, counts}, chunks.count, stream, wait));
            ROCPRIM_RETURN_ON_ERROR(run(SumDigits{chunks.count, counts}, 1, stream, wait));
        }
        PutByDigit<WithValues, Keys, KeysOut, Values, ValuesOut, Of> put{keys,  keys_out, values, values_out,
                                                                         digit, chunks,   counts};
        return run(put, chunks.count, stream, wait);
    }

    template <typename In, typename Out> hipError_t copy(In in, Out out) const {
        return run(CopyChunks<In, Out>{in, out, chunks}, chunks.count, stream, wait);
    }
};

}  // namespace chunks
}  // namespace hipify

BEGIN_ROCPRIM_NAMESPACE
namespace detail {

/// Sorts from the input into the output, or, where there is a `keys_tmp`, into either of both.
template <class Config, bool Descending, class KeysInputIterator, class KeysOutputIterator, class ValuesInputIterator,
          class ValuesOutputIterator, class Size, class Decomposer>
hipError_t radix_sort_impl(void *temporary_storage, size_t &storage_size, KeysInputIterator keys_input,
                           typename std::iterator_traits<KeysInputIterator>::value_type *keys_tmp, KeysOutputIterator keys_output,
                           ValuesInputIterator values_input,
                           typename std::iterator_traits<ValuesInputIterator>::value_type *values_tmp,
                           ValuesOutputIterator values_output, Size size, bool &is_result_in_output, Decomposer decomposer,
                           unsigned int begin_bit, unsigned int end_bit, hipStream_t stream, bool debug_synchronous) {
    using namespace hipify::chunks;
    using key_type = typename std::iterator_traits<KeysInputIterator>::value_type;
    using value_type = typename std::iterator_traits<ValuesInputIterator>::value_type;
    constexpr bool with_values = !std::is_same<value_type, ::rocprim::empty_type>::value;
    // Zeros of both signs are one key, which parts of their bits do not tell.
    if (::rocprim::is_floating_point<key_type>::value && (begin_bit != 0 || end_bit != sizeof(key_type) * 8)) {
        return hipErrorInvalidValue;
    }
    const Chunks chunks = cut(size);
    const bool own_memory = keys_tmp == nullptr;
    const std::size_t elements = own_memory ? static_cast<std::size_t>(size) : 0;
    std::size_t *counts = nullptr;
    key_type *keys_own = nullptr;
    value_type *values_own = nullptr;
    const hipError_t error = storage::partition(
        temporary_storage, storage_size,
        storage::make_linear_partition(storage::ptr_aligned_array(&counts, chunks.count > 1 ? chunks.count * DIGITS : 0),
                                       storage::ptr_aligned_array(&keys_own, elements),
                                       storage::ptr_aligned_array(&values_own, with_values ? elements : 0)));
    if (error != hipSuccess || temporary_storage == nullptr) return error;
    is_result_in_output = true;
    if (size == 0) return hipSuccess;
    if (own_memory) keys_tmp = keys_own, values_tmp = values_own;

    const Passes<key_type, Descending, with_values, Decomposer> sort{chunks,  counts, decomposer,
                                                                     end_bit, stream, debug_synchronous};
    const unsigned int bits = end_bit > begin_bit ? end_bit - begin_bit : 0;
    const unsigned int passes = bits <= DIGIT_BITS ? 1 : (bits + DIGIT_BITS - 1) / DIGIT_BITS;
    // The last pass ends in the output unless there are two buffers, which are swapped.
    bool to_output = !own_memory || passes % 2 == 1, from_input = true;
    if (own_memory && to_output) {
        const bool apart_from_output =
            apart(keys_input, keys_output, size) && (!with_values || apart(values_input, values_output, size));
        if (!apart_from_output) {
            ROCPRIM_RETURN_ON_ERROR(sort.copy(keys_input, keys_tmp));
            if constexpr (with_values) ROCPRIM_RETURN_ON_ERROR(sort.copy(values_input, values_tmp));
            from_input = false;
        }
    }
    for (unsigned int done = 0, bit = begin_bit; done < passes; done++, bit += DIGIT_BITS) {
        hipError_t result;
        if (from_input && to_output) {
            result = sort.pass(bit, keys_input, keys_output, values_input, values_output);
        } else if (from_input) {
            result = sort.pass(bit, keys_input, keys_tmp, values_input, values_tmp);
        } else if (to_output) {
            result = sort.pass(bit, keys_tmp, keys_output, values_tmp, values_output);
        } else {
            result = sort.pass(bit, keys_output, keys_tmp, values_output, values_tmp);
        }
        if (result != hipSuccess) return result;
        is_result_in_output = to_output;
        to_output = !to_output;
        from_input = false;
    }
    return hipSuccess;
}

}  // namespace detail
END_ROCPRIM_NAMESPACE
#endif
