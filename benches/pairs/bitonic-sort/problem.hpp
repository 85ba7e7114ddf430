// Whole numbers in order by Batcher's bitonic network.
#pragma once
#include "../pair.hpp"

struct Problem {
    int count; // a power of two
    std::vector<unsigned> numbers;

    explicit Problem(bool small) : count(small ? 1 << 13 : 1 << 20), numbers(count) {
        for (int i = 0; i < count; i++) numbers[i] = unsigned(chance(i, 1 << 24)) * 97u;
    }
};

inline double checksum(const std::vector<unsigned> &numbers) {
    if (!std::is_sorted(numbers.begin(), numbers.end())) return -1;
    double total = 0;
    for (size_t i = 0; i < numbers.size(); i++) total += double(numbers[i]) * double(i % 1024);
    return total;
}
