// run: wave-any
// targets: gpus,cpu needs hipcub (AMD's HIP of Debian 12 has no hipCUB)
// needs: hipcub
// CUB's functions for a whole device: reductions, scans, radix sorts, selections, histograms, runs, against the host's.
#include "check.h"

#include <algorithm>
#include <cub/cub.cuh>
#include <numeric>

// Twelve bytes: with its state a prefix of it takes 16 in one access.
struct Moments {
    int count;
    float sum;
    int most;
};

struct Joined {
    __host__ __device__ Moments operator()(const Moments &a, const Moments &b) const {
        return {a.count + b.count, a.sum + b.sum, a.most < b.most ? b.most : a.most};
    }
};

struct IsThird {
    __host__ __device__ bool operator()(int value) const { return value % 3 == 0; }
};

// Asks for the memory that a function wants, then calls it with that.
template <typename Function> void with_memory(Function function) {
    size_t bytes = 0;
    CHECK(function(nullptr, bytes));
    Array<char> memory(bytes + 1);
    CHECK(function(memory.p, bytes));
    CHECK(cudaDeviceSynchronize());
}

void reductions(Verdict &verdict, const Array<int> &in, const std::vector<int> &values) {
    const int count = static_cast<int>(values.size());
    Array<long long> sum(1);
    size_t bytes = 0;
    CubDebugExit(cub::DeviceReduce::Sum(nullptr, bytes, in.p, sum.p, count));
    Array<char> memory(bytes + 1);
    CubDebugExit(cub::DeviceReduce::Sum(memory.p, bytes, in.p, sum.p, count));
    verdict.same("sum", sum.host()[0], std::accumulate(values.begin(), values.end(), 0ll));
}

// A sum of many equal numbers, each of which rounds the same way: few may be added one after another.
void long_sum(Verdict &verdict) {
    const int count = 1 << 23;
    Array<float> in(std::vector<float>(count, 0.1f)), sum(1);
    with_memory([&](void *memory, size_t &bytes) { return cub::DeviceReduce::Sum(memory, bytes, in.p, sum.p, count); });
    verdict.same("long sum", sum.host()[0], static_cast<float>(static_cast<double>(0.1f) * count), 4e-6);
}

void scans(Verdict &verdict, const Array<int> &in, const std::vector<int> &values) {
    const int count = static_cast<int>(values.size());
    Array<int> before(values.size());
    with_memory([&](void *memory, size_t &bytes) { return cub::DeviceScan::ExclusiveSum(memory, bytes, in.p, before.p, count); });
    std::vector<int> want(values.size());
    std::exclusive_scan(values.begin(), values.end(), want.begin(), 0);
    verdict.same("sums before", before.host(), want);

    std::vector<Moments> moments;
    for (int value : values) moments.push_back({1, static_cast<float>(value % 8), value});
    Array<Moments> from(moments), to(moments.size());
    with_memory([&](void *memory, size_t &bytes) {
        return cub::DeviceScan::InclusiveScan(memory, bytes, from.p, to.p, Joined(), count);
    });
    const std::vector<Moments> got = to.host();
    Moments running{0, 0, 0};
    size_t differ = 0;
    for (size_t i = 0; i < moments.size(); ++i) {
        running = Joined()(running, moments[i]);
        differ += got[i].count != running.count || got[i].sum != running.sum || got[i].most != running.most;
    }
    verdict.same("moments that differ", differ, size_t{0});
}

void sorts(Verdict &verdict, const Array<int> &in, const std::vector<int> &values) {
    const int count = static_cast<int>(values.size());
    std::vector<int> numbers(values.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    Array<int> keys(values.size()), places(numbers), sorted_places(values.size());
    with_memory([&](void *memory, size_t &bytes) {
        return cub::DeviceRadixSort::SortPairs(memory, bytes, in.p, keys.p, places.p, sorted_places.p, count);
    });
    std::sort(numbers.begin(), numbers.end(), [&](int a, int b) { return values[a] != values[b] ? values[a] < values[b] : a < b; });
    std::vector<int> want;
    for (int place : numbers) want.push_back(values[place]);
    verdict.same("sorted", keys.host(), want);
    verdict.same("their places", sorted_places.host(), numbers);
}

void selections(Verdict &verdict, const Array<int> &in, const std::vector<int> &values) {
    const int count = static_cast<int>(values.size());
    Array<int> chosen(values.size()), how_many(1);
    with_memory([&](void *memory, size_t &bytes) {
        return cub::DeviceSelect::If(memory, bytes, in.p, chosen.p, how_many.p, count, IsThird());
    });
    std::vector<int> want, got = chosen.host();
    std::copy_if(values.begin(), values.end(), std::back_inserter(want), IsThird());
    verdict.same("chosen ones", how_many.host()[0], static_cast<int>(want.size()));
    got.resize(want.size());
    verdict.same("chosen", got, want);
}

void histograms(Verdict &verdict, const Array<int> &in, const std::vector<int> &values) {
    const int count = static_cast<int>(values.size()), bins = 50;
    Array<int> counts(bins);
    with_memory([&](void *memory, size_t &bytes) {
        return cub::DeviceHistogram::HistogramEven(memory, bytes, in.p, counts.p, bins + 1, 0, 50000, count);
    });
    std::vector<int> want(bins);
    for (int value : values) want[value / 1000] += 1;
    verdict.same("histogram", counts.host(), want);
}

int main() {
    Verdict verdict("cub-device");
    std::vector<int> values;
    for (uint32_t word : random_words(100003)) values.push_back(static_cast<int>(word % 50000));
    Array<int> in(values);
    long_sum(verdict);
    reductions(verdict, in, values);
    scans(verdict, in, values);
    sorts(verdict, in, values);
    selections(verdict, in, values);
    histograms(verdict, in, values);
    return verdict.end();
}
