// What the programs of this folder share: errors of the API end a program, results are compared with the host's, and the last
// line is `PASS name`, or after a line for each kind of difference `FAIL name`.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                          \
    do {                                                                                                     \
        const cudaError_t status_ = (call);                                                                  \
        if (status_ != cudaSuccess) {                                                                        \
            std::printf("FAIL line %d: %s: %s\n", __LINE__, #call, cudaGetErrorString(status_));             \
            std::exit(1);                                                                                    \
        }                                                                                                    \
    } while (0)

// The same of a call of a library, which answers `success`.
#define LIBRARY(call, success)                                                                               \
    do {                                                                                                     \
        const auto status_ = (call);                                                                         \
        if (status_ != (success)) {                                                                          \
            std::printf("FAIL line %d: %s: %d\n", __LINE__, #call, static_cast<int>(status_));               \
            std::exit(1);                                                                                    \
        }                                                                                                    \
    } while (0)

// Elements in device memory, freed at the end of the scope.
template <typename T> struct Array {
    T *p = nullptr;
    size_t count;

    explicit Array(size_t n) : count(n) {
        CHECK(cudaMalloc(reinterpret_cast<void **>(&p), n * sizeof(T)));
        CHECK(cudaMemset(p, 0, n * sizeof(T)));
    }
    explicit Array(const std::vector<T> &from) : count(from.size()) {
        CHECK(cudaMalloc(reinterpret_cast<void **>(&p), count * sizeof(T)));
        CHECK(cudaMemcpy(p, from.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    }
    Array(const Array &) = delete;
    Array &operator=(const Array &) = delete;
    ~Array() { (void)cudaFree(p); }

    // A copy on the host; what was launched before is done by then.
    std::vector<T> host() const {
        CHECK(cudaGetLastError());
        std::vector<T> all(count);
        CHECK(cudaMemcpy(all.data(), p, count * sizeof(T), cudaMemcpyDeviceToHost));
        return all;
    }
};

// Counts what differs.
struct Verdict {
    const char *name;
    int wrong = 0;

    explicit Verdict(const char *program) : name(program) {}

    void holds(const char *what, bool so) {
        if (!so) std::printf("%s: does not hold\n", what);
        wrong += !so;
    }

    // `tolerance` is relative to the wanted value, and absolute below one.
    template <typename T> void same(const char *what, const T &got, const T &want, double tolerance = 0) {
        same(what, std::vector<T>{got}, std::vector<T>{want}, tolerance);
    }

    template <typename T>
    void same(const char *what, const std::vector<T> &got, const std::vector<T> &want, double tolerance = 0) {
        size_t differ = 0;
        for (size_t i = 0; i < want.size() && i < got.size(); i++) {
            const double g = static_cast<double>(got[i]), w = static_cast<double>(want[i]);
            const bool equal = got[i] == want[i] || std::fabs(g - w) <= tolerance * std::fmax(1.0, std::fabs(w));
            if (!equal && differ++ == 0) std::printf("%s[%zu] is %.9g, not %.9g\n", what, i, g, w);
        }
        if (differ > 1) std::printf("%s: %zu of %zu differ\n", what, differ, want.size());
        if (got.size() != want.size()) std::printf("%s: %zu elements, not %zu\n", what, got.size(), want.size());
        wrong += differ != 0 || got.size() != want.size();
    }

    int end() const {
        std::printf("%s %s\n", wrong ? "FAIL" : "PASS", name);
        return wrong != 0;
    }
};

// Pseudo-random numbers, the same on every machine (Numerical Recipes' linear congruential generator).
inline std::vector<uint32_t> random_words(size_t n, uint32_t seed = 1) {
    std::vector<uint32_t> all(n);
    for (auto &word : all) {
        seed = seed * 1664525u + 1013904223u;
        word = seed ^ seed >> 15;
    }
    return all;
}

// The same, evenly spread from 0 to below 1.
template <typename T = float> std::vector<T> random_reals(size_t n, uint32_t seed = 1) {
    std::vector<T> all(n);
    const auto words = random_words(n, seed);
    for (size_t i = 0; i < n; i++) all[i] = static_cast<T>(words[i] >> 8) / static_cast<T>(1 << 24);
    return all;
}

// The smallest number of blocks of `size` that hold `n`.
inline int blocks(size_t n, size_t size) { return static_cast<int>((n + size - 1) / size); }
