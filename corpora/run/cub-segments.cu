// run: wave-any
// targets: gpus,cpu needs hipcub (AMD's HIP of Debian 12 has no hipCUB)
// needs: hipcub
// CUB's functions for a whole device, by comparison, key and segment: merge sorts, partitions, sums of segments and of equal keys,
// differences, copies in a batch; in a stream, with memory of CUB's caching allocator.
#include "check.h"

#include <algorithm>
#include <cub/cub.cuh>
#include <numeric>

struct Point {
    int x, y;
};

// By x alone: what is equal must keep its order in a stable sort.
struct Before {
    __host__ __device__ bool operator()(const Point &a, const Point &b) const { return a.x < b.x; }
};

struct Plus {
    template <typename T> __host__ __device__ T operator()(const T &a, const T &b) const { return a + b; }
};

struct Minus {
    template <typename T> __host__ __device__ T operator()(const T &a, const T &b) const { return a - b; }
};

struct Equal {
    template <typename T> __host__ __device__ bool operator()(const T &a, const T &b) const { return a == b; }
};

struct Below {
    int limit;
    __host__ __device__ bool operator()(int value) const { return value < limit; }
};

struct Square {
    __host__ __device__ long long operator()(int value) const { return static_cast<long long>(value) * value; }
};

static cub::CachingDeviceAllocator cache(2, 4, 12);

// Asks for the memory that a function wants, then calls it with that.
template <typename Function> void with_memory(cudaStream_t stream, Function function) {
    size_t bytes = 0;
    CHECK(function(nullptr, bytes));
    void *memory = nullptr;
    CHECK(cache.DeviceAllocate(&memory, bytes + 1, stream));
    CHECK(function(memory, bytes));
    CHECK(cache.DeviceFree(memory));
    CHECK(cudaStreamSynchronize(stream));
}

void sorts(Verdict &verdict, const std::vector<int> &values, cudaStream_t stream) {
    const int count = static_cast<int>(values.size());
    std::vector<Point> points;
    for (int i = 0; i < count; i++) points.push_back({values[i] % 50, i});
    Array<Point> keys(points);
    std::vector<int> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0);
    Array<int> places(numbers);
    with_memory(stream, [&](void *memory, size_t &bytes) {
        return cub::DeviceMergeSort::StableSortPairs(memory, bytes, keys.p, places.p, count, Before(), stream);
    });
    std::sort(numbers.begin(), numbers.end(), [&](int a, int b) { return points[a].x != points[b].x ? points[a].x < points[b].x : a < b; });
    verdict.same("places of points", places.host(), numbers);
    bool moved_along = true;
    const std::vector<Point> sorted = keys.host();
    for (int i = 0; i < count; i++) moved_along &= sorted[i].y == numbers[i];
    verdict.holds("points are where their places say", moved_along);

    // By their bits 4 to 11 alone.
    Array<int> first(values), second(count);
    cub::DoubleBuffer<int> both(first.p, second.p);
    with_memory(stream, [&](void *memory, size_t &bytes) { return cub::DeviceRadixSort::SortKeys(memory, bytes, both, count, 4, 12, stream); });
    std::vector<int> want(count);
    std::iota(numbers.begin(), numbers.end(), 0);
    const auto bits = [&](int i) { return values[i] >> 4 & 255; };
    std::sort(numbers.begin(), numbers.end(), [&](int a, int b) { return bits(a) != bits(b) ? bits(a) < bits(b) : a < b; });
    for (int i = 0; i < count; i++) want[i] = values[numbers[i]];
    verdict.same("by eight bits", (both.Current() == first.p ? first : second).host(), want);
}

void partitions(Verdict &verdict, const std::vector<int> &values, cudaStream_t stream) {
    const int count = static_cast<int>(values.size());
    const Array<int> in(values);
    Array<int> low(count), middle(count), high(count), sizes(2);
    with_memory(stream, [&](void *memory, size_t &bytes) {
        return cub::DevicePartition::If(memory, bytes, in.p, low.p, middle.p, high.p, sizes.p, count, Below{1000}, Below{5000}, stream);
    });
    std::vector<int> want[3];
    for (int value : values) want[value < 1000 ? 0 : value < 5000 ? 1 : 2].push_back(value);
    const Array<int> *const got[3] = {&low, &middle, &high};
    verdict.same("sizes", sizes.host(), std::vector<int>{static_cast<int>(want[0].size()), static_cast<int>(want[1].size())});
    for (int i = 0; i < 3; i++) {
        std::vector<int> part = got[i]->host();
        part.resize(want[i].size());
        verdict.same("a part", part, want[i]);
    }
    std::vector<char> flags;
    std::vector<int> taken, left;
    for (int i = 0; i < count; i++) {
        flags.push_back(i % 7 < 3);
        (flags.back() ? taken : left).push_back(values[i]);
    }
    const Array<char> flag(flags);
    with_memory(stream, [&](void *memory, size_t &bytes) {
        return cub::DevicePartition::Flagged(memory, bytes, in.p, flag.p, low.p, sizes.p, count, stream);
    });
    // What was not taken stands at the end, backwards.
    taken.insert(taken.end(), left.rbegin(), left.rend());
    verdict.same("by flags", low.host(), taken);
}

void segments(Verdict &verdict, const std::vector<int> &values, cudaStream_t stream) {
    const int count = static_cast<int>(values.size());
    // Of all sizes from none on.
    std::vector<int> offsets = {0};
    for (int size = 0; offsets.back() < count; size = (size * 3 + 1) % 1999) offsets.push_back(std::min(offsets.back() + size, count));
    const int parts = static_cast<int>(offsets.size()) - 1;
    const Array<int> in(values), ends(offsets);
    Array<int> sums(parts), sorted(count);
    with_memory(stream, [&](void *memory, size_t &bytes) {
        return cub::DeviceSegmentedReduce::Sum(memory, bytes, in.p, sums.p, parts, ends.p, ends.p + 1, stream);
    });
    with_memory(stream, [&](void *memory, size_t &bytes) {
        return cub::DeviceSegmentedSort::SortKeysDescending(memory, bytes, in.p, sorted.p, count, parts, ends.p, ends.p + 1, stream);
    });
    std::vector<int> want_sums, want = values;
    for (int i = 0; i < parts; i++) {
        want_sums.push_back(std::accumulate(values.begin() + offsets[i], values.begin() + offsets[i + 1], 0));
        std::sort(want.begin() + offsets[i], want.begin() + offsets[i + 1], std::greater<int>());
    }
    verdict.same("sums of segments", sums.host(), want_sums);
    verdict.same("sorted segments", sorted.host(), want);
}

void keys(Verdict &verdict, const std::vector<int> &values, cudaStream_t stream) {
    const int count = static_cast<int>(values.size());
    std::vector<int> key, distinct, totals, running;
    for (int i = 0; i < count; i++) key.push_back(values[i / 5] % 11);
    for (int i = 0; i < count; i++) {
        const bool is_new = i == 0 || key[i] != key[i - 1];
        if (is_new) distinct.push_back(key[i]), totals.push_back(0);
        totals.back() += values[i];
        running.push_back(totals.back());
    }
    const Array<int> in(values), by(key);
    Array<int> unique(count), sums(count), runs(1), scanned(count);
    with_memory(stream, [&](void *memory, size_t &bytes) {
        return cub::DeviceReduce::ReduceByKey(memory, bytes, by.p, unique.p, in.p, sums.p, runs.p, Plus(), count, stream);
    });
    verdict.same("keys", runs.host()[0], static_cast<int>(distinct.size()));
    std::vector<int> got = unique.host();
    got.resize(distinct.size());
    verdict.same("distinct keys", got, distinct);
    got = sums.host();
    got.resize(totals.size());
    verdict.same("sums of equal keys", got, totals);
    with_memory(stream, [&](void *memory, size_t &bytes) {
        return cub::DeviceScan::InclusiveScanByKey(memory, bytes, by.p, in.p, scanned.p, Plus(), count, Equal(), stream);
    });
    verdict.same("running sums of equal keys", scanned.host(), running);
}

void elements(Verdict &verdict, const std::vector<int> &values, cudaStream_t stream) {
    const int count = static_cast<int>(values.size());
    Array<int> in(values), out(count), copies(count);
    Array<long long> squares(1);
    with_memory(stream, [&](void *memory, size_t &bytes) {
        return cub::DeviceReduce::TransformReduce(memory, bytes, in.p, squares.p, count, Plus(), Square(), 5ll, stream);
    });
    long long want_squares = 5;
    for (int value : values) want_squares += Square()(value);
    verdict.same("squares", squares.host()[0], want_squares);
    with_memory(stream, [&](void *memory, size_t &bytes) {
        return cub::DeviceAdjacentDifference::SubtractLeftCopy(memory, bytes, in.p, out.p, count, Minus(), stream);
    });
    std::vector<int> want(count);
    std::adjacent_difference(values.begin(), values.end(), want.begin());
    verdict.same("differences", out.host(), want);
    // Three pieces, of many sizes, in another order.
    const int at[4] = {0, 3, count / 2, count};
    const std::vector<int *> from = {in.p + at[0], in.p + at[1], in.p + at[2]};
    const std::vector<int *> to = {copies.p + (count - 3), copies.p, copies.p + (at[2] - at[1])};
    const std::vector<unsigned> lengths = {12u, 4u * static_cast<unsigned>(at[2] - at[1]), 4u * static_cast<unsigned>(at[3] - at[2])};
    const Array<int *> sources(from), targets(to);
    const Array<unsigned> sizes(lengths);
    with_memory(stream, [&](void *memory, size_t &bytes) {
        return cub::DeviceMemcpy::Batched(memory, bytes, sources.p, targets.p, sizes.p, 3, stream);
    });
    want = values;
    std::rotate(want.begin(), want.begin() + 3, want.end());
    verdict.same("copied in pieces", copies.host(), want);
}

int main() {
    Verdict verdict("cub-segments");
    std::vector<int> values;
    for (uint32_t word : random_words(30011)) values.push_back(static_cast<int>(word % 9000));
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    sorts(verdict, values, stream);
    partitions(verdict, values, stream);
    segments(verdict, values, stream);
    keys(verdict, values, stream);
    elements(verdict, values, stream);
    CHECK(cache.FreeAllCached());
    CHECK(cudaStreamDestroy(stream));
    return verdict.end();
}
