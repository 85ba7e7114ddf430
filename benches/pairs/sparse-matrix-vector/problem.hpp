// Products of a sparse matrix in compressed rows with a vector, the result of each scaled to be the vector of the next.
#pragma once
#include "../pair.hpp"

struct Problem {
    int rows, rounds;
    std::vector<int> first, columns; // entries of a row: first[row] up to first[row + 1]
    std::vector<float> values, start;

    explicit Problem(bool small) : rows(small ? 2000 : 1 << 17), rounds(small ? 3 : 20), start(samples(rows)) {
        for (int row = 0; row < rows; row++) {
            first.push_back(int(columns.size()));
            const int entries = 8 + chance(row, 48);
            for (int k = 0; k < entries; k++) {
                const size_t seed = size_t(row) * 64 + k + rows;
                const int column = k % 4 ? row + chance(seed, 512) - 256 : chance(seed, rows);
                columns.push_back(std::min(rows - 1, std::max(0, column)));
                values.push_back(sample(uint32_t(seed) + 1));
            }
        }
        first.push_back(int(columns.size()));
    }
};

constexpr float SCALE = 1 / 16.0f;
