// What the contenders of all benches share: inputs that are the same everywhere, and the clock. Each prints one line a case:
// name, milliseconds (median), a checksum that all contenders must agree on, milliseconds without copies to and from a device.
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <tuple>
#include <utility>
#include <vector>

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

// Milliseconds of a run that copies to and from a device have taken.
inline double copying = 0;

inline void nothing_first() {}
// Runs `once`, which does the whole case and waits for it, and prints its line. `result` gives the checksum of the last run;
// `prepare` comes before each run, out of the time.
template <class Once, class Result, class Prepare = void (*)()>
void measure(const char *name, Once once, Result result, int inner = 1, Prepare prepare = nothing_first) {
    if (!wanted(name)) return;
    using Clock = std::chrono::steady_clock;
    std::vector<std::pair<double, double>> times;
    for (int i = -2; i < repeats(); i++) {
        prepare();
        copying = 0;
        auto start = Clock::now();
        for (int k = 0; k < inner; k++) once();
        std::chrono::duration<double, std::milli> time = Clock::now() - start;
        if (i >= 0) times.emplace_back(time.count() / inner, (time.count() - copying) / inner);
    }
    std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
    const auto [whole, computing] = times[times.size() / 2];
    printf("%s %.6f %.9g %.6f\n", name, whole, result(), computing);
    fflush(stdout);
}
