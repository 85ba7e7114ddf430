// What cub-sizes and cub-sizes-cpu run: CUB's functions for a whole device with one, few and many elements. Operations whose
// order counts, runs that are longer than what a block works through, outputs in the place of inputs, keys of several types,
// parts of keys, pixels with channels, a graph.
#pragma once
#include "check.h"

#include <algorithm>
#include <cub/cub.cuh>
#include <numeric>
#include <string>

// x -> a x + b, modulo 2 to the 32nd: to apply one after another is associative and not commutative.
struct Affine {
    uint32_t a, b;
};
__host__ __device__ bool operator==(const Affine &x, const Affine &y) { return x.a == y.a && x.b == y.b; }

struct Then {
    __host__ __device__ Affine operator()(const Affine &first, const Affine &second) const {
        return {first.a * second.a, first.b * second.a + second.b};
    }
};
struct Add {
    template <typename T> __host__ __device__ T operator()(const T &a, const T &b) const { return a + b; }
};
struct Equal {
    __host__ __device__ bool operator()(uint32_t a, uint32_t b) const { return a == b; }
};
struct ByRemainder {
    __host__ __device__ bool operator()(uint32_t a, uint32_t b) const { return a % 1000 < b % 1000; }
};
struct IsSmall {
    __host__ __device__ bool operator()(uint32_t x) const { return x % 5 < 2; }
};
struct IsMiddle {
    __host__ __device__ bool operator()(uint32_t x) const { return x % 5 < 4; }
};

template <typename Function> void with_memory(cudaStream_t stream, Function function) {
    size_t bytes = 0;
    CHECK(function(nullptr, bytes));
    Array<char> memory(bytes + 1);
    CHECK(function(memory.p, bytes));
    CHECK(cudaStreamSynchronize(stream));
}

struct Case {
    Verdict &verdict;
    cudaStream_t stream;
    int count;
    std::vector<uint32_t> words, keys;

    Case(Verdict &v, cudaStream_t s, int n, uint32_t run) : verdict(v), stream(s), count(n), words(random_words(n, 7)), keys(n) {
        uint32_t key = 0;
        for (int i = 0; i < n; i++) keys[i] = key += words[i] / 7 % run == 0;
    }
    std::string name(const char *what) const { return std::string(what) + " of " + std::to_string(count); }
    template <typename T>
    void same(const char *what, const Array<T> &got, const std::vector<T> &want, double tolerance = 0) const {
        auto all = got.host();
        all.resize(want.size());
        verdict.same(name(what).c_str(), all, want, tolerance);
    }

    void folds() const {
        Array<uint32_t> in(words), total(1);
        with_memory(stream,
                    [&](void *m, size_t &b) { return cub::DeviceReduce::Reduce(m, b, in.p, total.p, count, Add(), 5u, stream); });
        same("sum", total, {std::accumulate(words.begin(), words.end(), 5u)});
        std::vector<float> parts(count);
        for (int i = 0; i < count; i++) parts[i] = static_cast<float>(words[i] % 1000) / 1000;
        Array<float> real(parts), sum(1);
        with_memory(stream, [&](void *m, size_t &b) { return cub::DeviceReduce::Sum(m, b, real.p, sum.p, count, stream); });
        same("sum of floats", sum, {static_cast<float>(std::accumulate(parts.begin(), parts.end(), 0.0))}, 1e-4);
    }

    void scans() const {
        std::vector<Affine> maps(count), want(count);
        for (int i = 0; i < count; i++) maps[i] = {words[i] | 1, words[i] / 3};
        Array<Affine> in(maps), out(count);
        const auto differ = [&](const char *what) {
            const auto got = out.host();
            verdict.holds(name(what).c_str(), std::equal(got.begin(), got.end(), want.begin()));
        };
        std::partial_sum(maps.begin(), maps.end(), want.begin(), Then());
        with_memory(stream,
                    [&](void *m, size_t &b) { return cub::DeviceScan::InclusiveScan(m, b, in.p, out.p, Then(), count, stream); });
        differ("maps up to each");
        const Affine first{3, 4};
        Affine now = first;
        for (int i = 0; i < count; i++) want[i] = now, now = Then()(now, maps[i]);
        with_memory(stream, [&](void *m, size_t &b) {
            return cub::DeviceScan::ExclusiveScan(m, b, in.p, out.p, Then(), first, count, stream);
        });
        differ("maps before each");
        for (int i = 0; i < count; i++) want[i] = i > 0 && keys[i] == keys[i - 1] ? Then()(want[i - 1], maps[i]) : maps[i];
        Array<uint32_t> by(keys);
        with_memory(stream, [&](void *m, size_t &b) {
            return cub::DeviceScan::InclusiveScanByKey(m, b, by.p, in.p, out.p, Then(), count, Equal(), stream);
        });
        differ("maps up to each of a key");
        for (int i = 0; i < count; i++) {
            if (i == 0 || keys[i] != keys[i - 1]) now = first;
            want[i] = now, now = Then()(now, maps[i]);
        }
        // In the place of the input.
        with_memory(stream, [&](void *m, size_t &b) {
            return cub::DeviceScan::ExclusiveScanByKey(m, b, by.p, in.p, in.p, Then(), first, count, Equal(), stream);
        });
        CHECK(cudaMemcpy(out.p, in.p, count * sizeof(Affine), cudaMemcpyDeviceToDevice));
        differ("maps before each of a key");
    }

    void runs() const {
        std::vector<Affine> maps(count), sums;
        std::vector<uint32_t> unique;
        std::vector<int> lengths;
        for (int i = 0; i < count; i++) {
            maps[i] = {words[i] | 1, words[i] / 3};
            if (i > 0 && keys[i] == keys[i - 1]) {
                sums.back() = Then()(sums.back(), maps[i]), lengths.back()++;
            } else {
                unique.push_back(keys[i]), sums.push_back(maps[i]), lengths.push_back(1);
            }
        }
        Array<uint32_t> by(keys), first(count);
        Array<Affine> in(maps), out(count);
        Array<int> found(1), long_runs(count);
        const std::vector<int> many{static_cast<int>(unique.size())};
        with_memory(stream, [&](void *m, size_t &b) {
            return cub::DeviceReduce::ReduceByKey(m, b, by.p, first.p, in.p, out.p, found.p, Then(), count, stream);
        });
        same("keys", first, unique);
        same("runs", found, many);
        const auto got = out.host();
        verdict.holds(name("maps of runs").c_str(), std::equal(sums.begin(), sums.end(), got.begin()));
        with_memory(stream, [&](void *m, size_t &b) {
            return cub::DeviceRunLengthEncode::Encode(m, b, by.p, first.p, long_runs.p, found.p, count, stream);
        });
        same("lengths", long_runs, lengths);
        with_memory(stream,
                    [&](void *m, size_t &b) { return cub::DeviceSelect::Unique(m, b, by.p, first.p, found.p, count, stream); });
        same("unique", first, unique);
        same("unique ones", found, many);
    }

    void selections() const {
        std::vector<uint32_t> small, middle, rest, not_small;
        std::vector<uint8_t> flags(count);
        for (int i = 0; i < count; i++) {
            flags[i] = IsSmall()(words[i]);
            (flags[i] ? small : IsMiddle()(words[i]) ? middle : rest).push_back(words[i]);
            if (!flags[i]) not_small.push_back(words[i]);
        }
        Array<uint32_t> in(words), out(count), second(count), third(count);
        Array<uint8_t> chosen(flags);
        Array<int> found(2);
        const int many = static_cast<int>(small.size());
        with_memory(stream, [&](void *m, size_t &b) {
            return cub::DeviceSelect::Flagged(m, b, in.p, chosen.p, out.p, found.p, count, stream);
        });
        same("flagged", out, small);
        same("flagged ones", found, {many});
        with_memory(stream, [&](void *m, size_t &b) {
            return cub::DevicePartition::If(m, b, in.p, out.p, found.p, count, IsSmall(), stream);
        });
        auto both = small;
        both.insert(both.end(), not_small.rbegin(), not_small.rend());
        same("parted", out, both);
        with_memory(stream, [&](void *m, size_t &b) {
            return cub::DevicePartition::If(m, b, in.p, out.p, second.p, third.p, found.p, count, IsSmall(), IsMiddle(), stream);
        });
        same("first part", out, small);
        same("second part", second, middle);
        same("third part", third, rest);
        same("sizes of parts", found, {many, static_cast<int>(middle.size())});
        // In the place of the input.
        with_memory(stream,
                    [&](void *m, size_t &b) { return cub::DeviceSelect::If(m, b, in.p, found.p, count, IsSmall(), stream); });
        same("chosen in place", in, small);
        same("chosen ones", found, {many});
    }

    template <typename Key> void sorts(const char *what, int from, int to, bool down) const {
        std::vector<Key> unsorted(count), want(count);
        std::vector<int> places(count);
        std::iota(places.begin(), places.end(), 0);
        Array<int> before(places), after(count);
        for (int i = 0; i < count; i++) unsorted[i] = static_cast<Key>(static_cast<int>(words[i]) / 65536 % 3000);
        Array<Key> in(unsorted), out(count);
        with_memory(stream, [&](void *m, size_t &b) {
            return down ? cub::DeviceRadixSort::SortPairsDescending(m, b, in.p, out.p, before.p, after.p, count, from, to, stream)
                        : cub::DeviceRadixSort::SortPairs(m, b, in.p, out.p, before.p, after.p, count, from, to, stream);
        });
        const auto part = [&](int i) {
            if (to - from == static_cast<int>(sizeof(Key) * 8)) return static_cast<double>(unsorted[i]);
            return static_cast<double>(static_cast<uint64_t>(unsorted[i]) >> from & ((uint64_t{1} << (to - from)) - 1));
        };
        std::sort(places.begin(), places.end(), [&](int a, int b) {
            return part(a) != part(b) ? (part(a) < part(b)) != down : a < b;
        });
        for (int i = 0; i < count; i++) want[i] = unsorted[places[i]];
        same(what, out, want);
        same("places", after, places);
        // Two buffers, either of which has the result.
        cub::DoubleBuffer<Key> either(in.p, out.p);
        CHECK(cudaMemcpy(out.p, in.p, count * sizeof(Key), cudaMemcpyDeviceToDevice));
        with_memory(stream, [&](void *m, size_t &b) {
            return down ? cub::DeviceRadixSort::SortKeysDescending(m, b, either, count, from, to, stream)
                        : cub::DeviceRadixSort::SortKeys(m, b, either, count, from, to, stream);
        });
        CHECK(cudaMemcpy(unsorted.data(), either.Current(), count * sizeof(Key), cudaMemcpyDeviceToHost));
        verdict.same(name("keys alone").c_str(), unsorted, want);
    }

    // By comparison; equals keep their order.
    void merges() const {
        std::vector<int> places(count);
        std::vector<uint32_t> want(count);
        std::iota(places.begin(), places.end(), 0);
        Array<uint32_t> sorted(words);
        Array<int> moved(places);
        with_memory(stream, [&](void *m, size_t &b) {
            return cub::DeviceMergeSort::StableSortPairs(m, b, sorted.p, moved.p, count, ByRemainder(), stream);
        });
        std::sort(places.begin(), places.end(), [&](int a, int b) {
            return words[a] % 1000 != words[b] % 1000 ? ByRemainder()(words[a], words[b]) : a < b;
        });
        for (int i = 0; i < count; i++) want[i] = words[places[i]];
        same("by remainder", sorted, want);
        same("places by remainder", moved, places);
        Array<uint32_t> in(words), out(count);
        with_memory(stream, [&](void *m, size_t &b) {
            return cub::DeviceMergeSort::SortKeysCopy(m, b, in.p, out.p, count, ByRemainder(), stream);
        });
        // This one does not promise the order of equals.
        auto copied = out.host();
        for (auto &word : copied) word %= 1000;
        for (auto &word : want) word %= 1000;
        verdict.same(name("copied by remainder").c_str(), copied, want);
        same("what was copied", in, words);
    }

    void histograms() const {
        // Pixels of four channels, of which the last is not counted.
        const int pixels = count / 4;
        int levels[3] = {33, 101, 257};
        const std::vector<uint8_t> image(reinterpret_cast<const uint8_t *>(words.data()),
                                         reinterpret_cast<const uint8_t *>(words.data()) + pixels * 4);
        Array<uint8_t> in(image);
        Array<int> red(32), green(100), blue(256);
        int *counts[3] = {red.p, green.p, blue.p}, low[3] = {0, 50, 0}, high[3] = {256, 150, 256};
        with_memory(stream, [&](void *m, size_t &b) {
            return cub::DeviceHistogram::MultiHistogramEven<4, 3>(m, b, in.p, counts, levels, low, high, pixels, stream);
        });
        std::vector<int> want[3] = {std::vector<int>(32), std::vector<int>(100), std::vector<int>(256)};
        for (int i = 0; i < pixels; i++) {
            want[0][image[i * 4] / 8]++, want[2][image[i * 4 + 2]]++;
            if (const int at = image[i * 4 + 1] - 50; at >= 0 && at < 100) want[1][at]++;
        }
        same("red", red, want[0]);
        same("green", green, want[1]);
        same("blue", blue, want[2]);
        const std::vector<float> borders{0, 1e8f, 3e9f, 4e9f};
        std::vector<float> real(words.begin(), words.end());
        std::vector<int> by_range(3);
        for (const float x : real)
            for (int i = 0; i < 3; i++) by_range[i] += x >= borders[i] && x < borders[i + 1];
        Array<float> samples(real), ranges(borders);
        Array<int> ranged(3);
        with_memory(stream, [&](void *m, size_t &b) {
            return cub::DeviceHistogram::HistogramRange(m, b, samples.p, ranged.p, 4, ranges.p, count, stream);
        });
        same("ranges", ranged, by_range);
    }

    // What was captured works on what its input is when the graph runs.
    void graph() const {
        Array<uint32_t> in(words), sums(count), out(count);
        Array<int> found(1);
        size_t scan_bytes = 0, select_bytes = 0;
        CHECK(cub::DeviceScan::InclusiveSum(nullptr, scan_bytes, in.p, sums.p, count, stream));
        CHECK(cub::DeviceSelect::If(nullptr, select_bytes, sums.p, out.p, found.p, count, IsSmall(), stream));
        Array<char> scan(scan_bytes + 1), select(select_bytes + 1);
        cudaGraph_t captured;
        cudaGraphExec_t ready;
        CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
        CHECK(cub::DeviceScan::InclusiveSum(scan.p, scan_bytes, in.p, sums.p, count, stream));
        CHECK(cub::DeviceSelect::If(select.p, select_bytes, sums.p, out.p, found.p, count, IsSmall(), stream));
        CHECK(cudaStreamEndCapture(stream, &captured));
        CHECK(cudaGraphInstantiate(&ready, captured, 0));
        auto now = words;
        for (int turn = 0; turn < 2; turn++) {
            CHECK(cudaMemcpy(in.p, now.data(), count * sizeof(uint32_t), cudaMemcpyHostToDevice));
            CHECK(cudaGraphLaunch(ready, stream));
            CHECK(cudaStreamSynchronize(stream));
            std::vector<uint32_t> before(count), want;
            std::partial_sum(now.begin(), now.end(), before.begin());
            std::copy_if(before.begin(), before.end(), std::back_inserter(want), IsSmall());
            same("selected by a graph", out, want);
            same("how many by a graph", found, {static_cast<int>(want.size())});
            for (auto &word : now) word = word * 3 + 1;
        }
        CHECK(cudaGraphExecDestroy(ready));
        CHECK(cudaGraphDestroy(captured));
    }
};

// The cases of every size; gives the exit code.
inline int all_sizes(const char *program) {
    Verdict verdict(program);
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    for (const auto &[count, run] : {std::pair{1, 2u}, {64, 3u}, {5000, 7u}, {32768, 2u}, {100003, 1u}, {400001, 60000u}}) {
        const Case now(verdict, stream, count, run);
        now.folds();
        now.scans();
        now.runs();
        now.selections();
        now.sorts<int>("ints", 0, 32, false);
        now.sorts<int>("ints downwards", 0, 32, true);
        now.sorts<uint64_t>("parts of long keys", 3, 10, false);
        now.sorts<short>("shorts downwards", 0, 16, true);
        now.sorts<float>("floats", 0, 32, false);
        now.merges();
        now.histograms();
        now.graph();
    }
    CHECK(cudaStreamDestroy(stream));
    return verdict.end();
}
