#pragma once

#include <vector>

// A sparse matrix, row by row.
struct Csr {
    int rows = 0, columns = 0;
    std::vector<int> offsets, indices;
    std::vector<double> values;

    int nonzeros() const { return static_cast<int>(values.size()); }
};

// The five-point Laplacian of a square with `side` points a side.
Csr laplacian(int side);

// y = A * x.
std::vector<double> multiply(const Csr &matrix, const std::vector<double> &x);
