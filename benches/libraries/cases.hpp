// What the contenders of the libraries' bench share beside the clock: sizes, inputs and checksums.
#pragma once
#include "../cpu/measure.hpp"

#include <complex>
#include <string>
#include <utility>

constexpr int ELEMENTS = 16 << 20;
constexpr int BINS = 256;
constexpr int ROWS[] = {1024, 2048, 4096};    // of the matrices of a product
constexpr int POINTS = 1 << 20;    // of a transform
constexpr int SIDE = 1024;         // of a transform of two dimensions
constexpr int EIGENVALUES = 512;
constexpr int SINGULAR_VALUES = 256;

// 32 bits of chance, and numbers with runs.
inline std::vector<uint32_t> words(size_t n) {
    std::vector<uint32_t> values(n);
    for (size_t i = 0; i < n; i++) {
        uint32_t x = static_cast<uint32_t>(i) * 0x9e3779b9u;
        x ^= x >> 16, x *= 0x85ebca6bu, x ^= x >> 13, x *= 0xc2b2ae35u, x ^= x >> 16;
        values[i] = x;
    }
    return values;
}
inline std::vector<uint32_t> runs(size_t n) {
    const auto chance = words(n);
    std::vector<uint32_t> values(n);
    uint32_t run = 0;
    for (size_t i = 0; i < n; i++) values[i] = run += chance[i] % 8 == 0;
    return values;
}
inline std::vector<uint8_t> octets(size_t n) {
    std::vector<uint8_t> values(n);
    for (size_t i = 0; i < n; i++) values[i] = static_cast<uint8_t>(sample(static_cast<uint32_t>(i)) * 256);
    return values;
}
template <class T> std::vector<T> reals(size_t n, uint32_t first = 0) {
    std::vector<T> values(n);
    for (size_t i = 0; i < n; i++) values[i] = static_cast<T>(sample(static_cast<uint32_t>(i) + first) - 0.5f);
    return values;
}
// With a diagonal that systems are solved well by, again and again.
template <class T> std::vector<T> dominant(int n) {
    auto values = reals<T>(static_cast<size_t>(n) * n);
    for (int i = 0; i < n; i++) values[i + static_cast<size_t>(i) * n] += 8;
    return values;
}
inline std::vector<std::complex<float>> complexes(size_t n) {
    std::vector<std::complex<float>> values(n);
    for (size_t i = 0; i < n; i++) values[i] = {sample(static_cast<uint32_t>(2 * i)) - 0.5f, sample(static_cast<uint32_t>(2 * i + 1)) - 0.5f};
    return values;
}
inline std::vector<double> symmetric(int n) {
    auto a = reals<double>(static_cast<size_t>(n) * n, 7);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < j; i++) a[j + static_cast<size_t>(i) * n] = a[i + static_cast<size_t>(j) * n];
    return a;
}

// The name of a product for elements of one type, in one size.
inline std::string sized(char letter, const char *name, int rows) { return letter + std::string(name) + "_" + std::to_string(rows); }

// Of places far apart, with weights, so that order counts.
template <class T> double checksum(const T *values, size_t n) {
    double total = 0;
    for (size_t i = 0; i < n; i += 997) total += static_cast<double>(values[i]) * (1 + i % 13);
    return total;
}
// Of squares: the same for values that are alike but for their sign.
template <class T> double energy(const T *values, size_t n) {
    double total = 0;
    for (size_t i = 0; i < n; i++) total += static_cast<double>(std::norm(values[i]));
    return total;
}
