// Samples counted by bins: each chunk counts into a histogram of its own, and these are added. Where they would be too large, all
// count into one, by atomics.
#ifndef HIPIFY_ALGORITHMS_HISTOGRAM_H
#define HIPIFY_ALGORITHMS_HISTOGRAM_H
#pragma clang system_header

#include "chunks.h"

namespace hipify {
namespace chunks {

/// Bins of all channels up to which chunks have histograms of their own, and those histograms at most: 8 MiB.
constexpr std::size_t OWN_BINS = 1 << 16, OWN_HISTOGRAMS = 32;

/// The first bin of each channel among those of all, and behind the last their number.
template <unsigned int Active> struct FirstBins {
    std::size_t first[Active + 1];
};

/// Where pixels are: `columns` in a row, rows `stride` samples apart.
struct Pixels {
    std::size_t columns, stride;
    unsigned int channels;

    /// The first sample of the pixel.
    __device__ std::size_t sample(std::size_t pixel) const {
        return pixel / columns * stride + pixel % columns * channels;
    }
};

/// Calls `count` with channel and bin for each sample of the chunk that has a bin.
template <unsigned int Active, typename Samples, typename ToBin, typename Count>
__device__ void each_bin(Samples samples, Pixels pixels, Chunks chunks, unsigned int chunk,
                         const ::rocprim::detail::fixed_array<ToBin, Active> &to_bin, Count count) {
    const std::size_t end = chunks.end(chunk);
    for (std::size_t pixel = chunks.begin(chunk); pixel < end;) {
        // Up to the end of the row.
        const std::size_t row_end = (pixel / pixels.columns + 1) * pixels.columns, stop = row_end < end ? row_end : end;
        std::size_t at = pixels.sample(pixel);
        for (; pixel < stop; pixel++, at += pixels.channels) {
            for (unsigned int channel = 0; channel < Active; channel++) {
                unsigned int bin;
                if (to_bin[channel](samples[at + channel], bin)) count(channel, bin);
            }
        }
    }
}

template <unsigned int Active, typename Samples, typename ToBin> struct CountBins {
    Samples samples;
    Pixels pixels;
    Chunks chunks;
    ::rocprim::detail::fixed_array<ToBin, Active> to_bin;
    FirstBins<Active> bins;
    unsigned int *own;

    __device__ void operator()(unsigned int chunk) {
        unsigned int *const histogram = own + chunk * bins.first[Active];
        for (std::size_t bin = 0; bin < bins.first[Active]; bin++) histogram[bin] = 0;
        const FirstBins<Active> all = bins;
        each_bin(samples, pixels, chunks, chunk, to_bin,
                 [=](unsigned int channel, unsigned int bin) { histogram[all.first[channel] + bin]++; });
    }
};

template <unsigned int Active, typename Counter> struct SumBins {
    unsigned int chunks;
    ::rocprim::detail::fixed_array<Counter *, Active> histograms;
    FirstBins<Active> bins;
    const unsigned int *own;

    __device__ void operator()(unsigned int channel) {
        for (std::size_t bin = bins.first[channel]; bin < bins.first[channel + 1]; bin++) {
            Counter sum = 0;
            for (unsigned int chunk = 0; chunk < chunks; chunk++) sum += own[chunk * bins.first[Active] + bin];
            histograms[channel][bin - bins.first[channel]] = sum;
        }
    }
};

template <unsigned int Active, typename Samples, typename Counter, typename ToBin> struct CountShared {
    Samples samples;
    Pixels pixels;
    Chunks chunks;
    ::rocprim::detail::fixed_array<ToBin, Active> to_bin;
    ::rocprim::detail::fixed_array<Counter *, Active> histograms;

    __device__ void operator()(unsigned int chunk) {
        const auto to = histograms;
        each_bin(samples, pixels, chunks, chunk, to_bin, [=](unsigned int channel, unsigned int bin) {
            ::rocprim::detail::atomic_add(&to[channel][bin], 1);
        });
    }
};

}  // namespace chunks
}  // namespace hipify

BEGIN_ROCPRIM_NAMESPACE
namespace detail {

template <unsigned int Channels, unsigned int ActiveChannels, class Config, class SampleIterator, class Counter,
          class SampleToBinOp>
inline hipError_t histogram_impl(void *temporary_storage, size_t &storage_size, SampleIterator samples, unsigned int columns,
                                 unsigned int rows, size_t row_stride_bytes, Counter *histogram[ActiveChannels],
                                 unsigned int levels[ActiveChannels], SampleToBinOp sample_to_bin_op[ActiveChannels],
                                 hipStream_t stream, bool debug_synchronous) {
    using namespace hipify::chunks;
    using sample_type = typename std::iterator_traits<SampleIterator>::value_type;
    if (row_stride_bytes % sizeof(sample_type) != 0) return hipErrorInvalidValue;
    FirstBins<ActiveChannels> bins{};
    for (unsigned int channel = 0; channel < ActiveChannels; channel++)
        bins.first[channel + 1] = bins.first[channel] + (levels[channel] - 1);
    const bool apart_first = bins.first[ActiveChannels] <= OWN_BINS;
    const Chunks chunks = cut(static_cast<std::size_t>(columns) * rows, OWN_HISTOGRAMS);
    unsigned int *own = nullptr;
    const std::size_t own_bins = apart_first ? chunks.count * bins.first[ActiveChannels] : 0;
    const hipError_t error = storage::partition(temporary_storage, storage_size,
                                                storage::make_linear_partition(storage::ptr_aligned_array(&own, own_bins)));
    if (error != hipSuccess || temporary_storage == nullptr) return error;

    const Pixels pixels{columns, row_stride_bytes / sizeof(sample_type), Channels};
    const fixed_array<SampleToBinOp, ActiveChannels> to_bin(sample_to_bin_op);
    const fixed_array<Counter *, ActiveChannels> histograms(histogram);
    if (apart_first) {
        CountBins<ActiveChannels, SampleIterator, SampleToBinOp> count{samples, pixels, chunks, to_bin, bins, own};
        ROCPRIM_RETURN_ON_ERROR(run(count, chunks.count, stream, debug_synchronous));
        return run(SumBins<ActiveChannels, Counter>{chunks.count, histograms, bins, own}, ActiveChannels, stream,
                   debug_synchronous);
    }
    for (unsigned int channel = 0; channel < ActiveChannels; channel++)
        ROCPRIM_RETURN_ON_ERROR(hipMemsetAsync(histogram[channel], 0, sizeof(Counter) * (levels[channel] - 1), stream));
    CountShared<ActiveChannels, SampleIterator, Counter, SampleToBinOp> count{samples, pixels, chunks, to_bin, histograms};
    return run(count, chunks.count, stream, debug_synchronous);
}

}  // namespace detail
END_ROCPRIM_NAMESPACE
#endif
