// What the programs of all pairs share beside the clock: the choice of a size, and checksums.
#pragma once
#include "../cpu/measure.hpp"

// `small` as the first argument asks for a size that takes a moment: enough to compare checksums.
inline bool is_small(int argc, char **argv) { return argc > 1 && strcmp(argv[1], "small") == 0; }

// A checksum in which places count, of numbers that are near each other in both programs.
template <class T> double weighted(const std::vector<T> &values) {
    double total = 0;
    for (size_t i = 0; i < values.size(); i++) total += static_cast<double>(values[i]) * static_cast<double>(1 + i % 13);
    return total;
}

// A whole number in [0, `end`), the same everywhere for an `i`.
inline int chance(size_t i, int end) { return std::min(end - 1, static_cast<int>(sample(static_cast<uint32_t>(i)) * static_cast<float>(end))); }
