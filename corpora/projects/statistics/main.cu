// Sums, scans, sorts and histograms with CUB and Thrust, each compared with the host.

#include "block.cuh"

#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <numeric>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <vector>

static bool all_good = true;

static void expect(const char *what, bool good) {
    all_good &= good;
    std::printf("%-16s %s\n", what, good ? "PASS" : "FAIL");
}

struct Square {
    __host__ __device__ int operator()(int x) const { return x * x; }
};

// Runs an algorithm of CUB twice: for its storage, then for its result.
template <class Call> static cudaError_t with_storage(Call call) {
    size_t bytes = 0;
    cudaError_t error = call(nullptr, bytes);
    if (error != cudaSuccess) return error;
    thrust::device_vector<unsigned char> storage(bytes + 1);
    return call(thrust::raw_pointer_cast(storage.data()), bytes);
}

static void device_algorithms(const std::vector<int> &host) {
    const int count = int(host.size());
    thrust::device_vector<int> in = host, out(count), total(1);
    int *d_in = thrust::raw_pointer_cast(in.data()), *d_out = thrust::raw_pointer_cast(out.data());
    int *d_total = thrust::raw_pointer_cast(total.data());

    cudaError_t error = with_storage(
        [&](void *storage, size_t &bytes) { return cub::DeviceReduce::Sum(storage, bytes, d_in, d_total, count); });
    expect("device sum", error == cudaSuccess && total[0] == std::accumulate(host.begin(), host.end(), 0));

    error = with_storage([&](void *storage, size_t &bytes) { return cub::DeviceReduce::Max(storage, bytes, d_in, d_total, count); });
    expect("device maximum", error == cudaSuccess && total[0] == *std::max_element(host.begin(), host.end()));

    std::vector<int> expected(count), got(count);
    std::partial_sum(host.begin(), host.end(), expected.begin());
    error = with_storage([&](void *storage, size_t &bytes) { return cub::DeviceScan::InclusiveSum(storage, bytes, d_in, d_out, count); });
    thrust::copy(out.begin(), out.end(), got.begin());
    expect("device scan", error == cudaSuccess && got == expected);

    cub::DoubleBuffer<int> keys(d_in, d_out);
    error = with_storage([&](void *storage, size_t &bytes) { return cub::DeviceRadixSort::SortKeys(storage, bytes, keys, count); });
    cudaMemcpy(got.data(), keys.Current(), count * sizeof(int), cudaMemcpyDeviceToHost);
    expected = host;
    std::sort(expected.begin(), expected.end());
    expect("device sort", error == cudaSuccess && got == expected);

    thrust::device_vector<int> bins(10);
    error = with_storage([&](void *storage, size_t &bytes) {
        return cub::DeviceHistogram::HistogramEven(storage, bytes, keys.Current(), thrust::raw_pointer_cast(bins.data()), 11, 0, 1000,
                                                   count);
    });
    std::vector<int> counted(10), got_bins(10);
    for (int value : host) counted[value / 100]++;
    thrust::copy(bins.begin(), bins.end(), got_bins.begin());
    expect("histogram", error == cudaSuccess && got_bins == counted);
}

static void block_algorithms(const std::vector<int> &host) {
    const int blocks = int(host.size() / 1024);
    std::vector<float> reals(host.begin(), host.begin() + blocks * 1024);
    thrust::device_vector<float> values = reals;
    thrust::device_vector<Summary> summaries(blocks);
    cudaError_t error = summarize_blocks(thrust::raw_pointer_cast(values.data()), thrust::raw_pointer_cast(summaries.data()), blocks);
    bool good = error == cudaSuccess;
    for (int block = 0; block < blocks; block++) {
        const Summary got = summaries[block];
        const auto first = reals.begin() + block * 1024, last = first + 1024;
        good &= got.minimum == *std::min_element(first, last) && got.maximum == *std::max_element(first, last);
        good &= got.sum == std::accumulate(first, last, 0.0f);
    }
    expect("block summary", good);

    const int scans = int(host.size() / 512);
    std::vector<int> expected(host.begin(), host.begin() + scans * 512), got(expected.size());
    thrust::device_vector<int> scanned = expected;
    for (int block = 0; block < scans; block++)
        std::partial_sum(expected.begin() + block * 512, expected.begin() + (block + 1) * 512, expected.begin() + block * 512);
    error = scan_blocks(thrust::raw_pointer_cast(scanned.data()), scans);
    thrust::copy(scanned.begin(), scanned.end(), got.begin());
    expect("block scan", error == cudaSuccess && got == expected);
}

static void thrust_algorithms(const std::vector<int> &host) {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    thrust::device_vector<int> keys(host.begin(), host.end()), values(host.size());
    thrust::sequence(thrust::cuda::par.on(stream), values.begin(), values.end());
    thrust::stable_sort_by_key(thrust::cuda::par.on(stream), keys.begin(), keys.end(), values.begin());
    cudaStreamSynchronize(stream);
    thrust::host_vector<int> order = values;
    std::vector<int> expected(host.size());
    std::iota(expected.begin(), expected.end(), 0);
    std::stable_sort(expected.begin(), expected.end(), [&](int a, int b) { return host[a] < host[b]; });
    expect("thrust sort", std::equal(expected.begin(), expected.end(), order.begin()));

    const int squares = thrust::transform_reduce(thrust::device, keys.begin(), keys.begin() + 100, Square(), 0, thrust::plus<int>());
    std::vector<int> sorted = host;
    std::sort(sorted.begin(), sorted.end());
    int expected_squares = 0;
    for (int i = 0; i < 100; i++) expected_squares += sorted[i] * sorted[i];
    expect("thrust reduce", squares == expected_squares);

    thrust::transform(thrust::cuda::par, keys.begin(), keys.end(), values.begin(), [] __device__(int x) { return 3 * x + 1; });
    expect("thrust lambda", values[5] == 3 * sorted[5] + 1);
    cudaStreamDestroy(stream);
}

int main() {
    std::vector<int> values(40000);
    unsigned state = 12345;
    for (int &value : values) value = int((state = state * 1664525u + 1013904223u) >> 16) % 1000;
    device_algorithms(values);
    block_algorithms(values);
    thrust_algorithms(values);
    all_good &= cudaDeviceSynchronize() == cudaSuccess;
    std::printf("statistics: %s\n", all_good ? "PASS" : "FAIL");
    return !all_good;
}
