// A system of linear equations by Gaussian elimination without pivots; the matrix is dominated by its diagonal.
#pragma once
#include "../pair.hpp"

struct Problem {
    int n;
    std::vector<float> matrix, right; // rows after each other

    explicit Problem(bool small) : n(small ? 80 : 1024), matrix(samples(size_t(n) * n, [](float x) { return x - 0.5f; })), right(samples(n)) {
        for (int i = 0; i < n; i++) matrix[size_t(i) * n + i] += float(n) / 8;
    }
};

// The unknowns of a system whose matrix is an upper triangle.
inline std::vector<float> back_substituted(const std::vector<float> &matrix, const std::vector<float> &right) {
    const int n = int(right.size());
    std::vector<float> x(right);
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) x[i] -= matrix[size_t(i) * n + j] * x[j];
        x[i] /= matrix[size_t(i) * n + i];
    }
    return x;
}
