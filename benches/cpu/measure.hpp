// What the contenders of the bench share: inputs, sizes, and the clock. Each prints one line a case:
// name, milliseconds (median), a checksum that all contenders must agree on.
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <tuple>
#include <vector>

constexpr int SMALL = 256 << 10, LARGE = 16 << 20, ITEMS = 4 << 20, OPTIONS = 1 << 20;
constexpr int GRID = 2048;         // points of a side of the stencil and of the transposed matrix
constexpr int MATRIX = 512;        // rows and columns of the product
constexpr int BODIES = 4096;
constexpr int WIDTH = 1024, HEIGHT = 768, ITERATIONS = 256;
constexpr int BLOCK = 256, TILE = 16, LANES = 32;

// Numbers in [0, 1), the same everywhere.
inline float sample(uint32_t i) {
    i ^= i >> 16, i *= 0x7feb352du, i ^= i >> 15, i *= 0x846ca68bu, i ^= i >> 16;
    return (i >> 8) * (1.0f / (1 << 24));
}

template <class F> std::vector<float> samples(size_t n, F f) {
    std::vector<float> values(n);
    for (size_t i = 0; i < n; i++) values[i] = f(sample(uint32_t(i)));
    return values;
}
inline std::vector<float> samples(size_t n) {
    return samples(n, [](float x) { return x; });
}
inline std::vector<uint32_t> bytes(size_t n) {
    std::vector<uint32_t> values(n);
    for (size_t i = 0; i < n; i++) values[i] = uint32_t(sample(uint32_t(i)) * 256) & 255;
    return values;
}

template <class T> double sum(const std::vector<T> &values) {
    double total = 0;
    for (auto v : values) total += double(v);
    return total;
}

inline int repeats() {
    const char *text = getenv("BENCH_REPEATS");
    return text ? std::max(1, atoi(text)) : 11;
}
inline bool wanted(const char *name) {
    const char *only = getenv("BENCH_ONLY");
    return !only || strstr(name, only);
}

// Runs `once`, which does the whole case and waits for it, and prints its line. `result` gives the checksum of the last run.
template <class Once, class Result> void measure(const char *name, Once once, Result result, int inner = 1) {
    if (!wanted(name)) return;
    using Clock = std::chrono::steady_clock;
    std::vector<double> times;
    for (int i = -2; i < repeats(); i++) {
        auto start = Clock::now();
        for (int k = 0; k < inner; k++) once();
        std::chrono::duration<double, std::milli> time = Clock::now() - start;
        if (i >= 0) times.push_back(time.count() / inner);
    }
    std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
    printf("%s %.6f %.9g\n", name, times[times.size() / 2], result());
    fflush(stdout);
}
