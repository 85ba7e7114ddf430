// A matrix, dominated by its diagonal, in place into a lower triangle with ones on its diagonal times an upper one.
#pragma once
#include "../pair.hpp"

struct Problem {
    int n;
    std::vector<float> matrix; // rows after each other

    explicit Problem(bool small) : n(small ? 128 : 1536), matrix(samples(size_t(n) * n, [](float x) { return x - 0.5f; })) {
        for (int i = 0; i < n; i++) matrix[size_t(i) * n + i] += float(n) / 8;
    }
};
