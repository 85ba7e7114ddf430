#include "csr.hpp"

Csr laplacian(int side) {
    Csr matrix;
    matrix.rows = matrix.columns = side * side;
    matrix.offsets.push_back(0);
    const auto put = [&](int row, int column, double value) {
        if (row < 0 || row >= side || column < 0 || column >= side) return;
        matrix.indices.push_back(row * side + column);
        matrix.values.push_back(value);
    };
    for (int row = 0; row < side; row++)
        for (int column = 0; column < side; column++) {
            put(row - 1, column, -1);
            put(row, column - 1, -1);
            put(row, column, 4);
            put(row, column + 1, -1);
            put(row + 1, column, -1);
            matrix.offsets.push_back(matrix.nonzeros());
        }
    return matrix;
}

std::vector<double> multiply(const Csr &matrix, const std::vector<double> &x) {
    std::vector<double> y(matrix.rows);
    for (int row = 0; row < matrix.rows; row++)
        for (int i = matrix.offsets[row]; i < matrix.offsets[row + 1]; i++) y[row] += matrix.values[i] * x[matrix.indices[i]];
    return y;
}
