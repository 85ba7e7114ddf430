#pragma once

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// The values of a square with its rim.
struct Grid {
    float *values;
    int side;

    __device__ float &at(int row, int column) { return values[row * side + column]; }
    __device__ float mean_around(int row, int column) {
        return 0.25f * (at(row - 1, column) + at(row + 1, column) + at(row, column - 1) + at(row, column + 1));
    }
};

// The sum over all threads of a block, known to its first.
template <class Tile> __device__ float sum_over(cg::thread_block block, Tile tile, float value, float *slots) {
    for (int offset = tile.num_threads() / 2; offset > 0; offset /= 2) value += tile.shfl_down(value, offset);
    if (tile.thread_rank() == 0) slots[tile.meta_group_rank()] = value;
    block.sync();
    float sum = 0;
    if (block.thread_rank() == 0)
        for (unsigned i = 0; i < tile.meta_group_size(); i++) sum += slots[i];
    block.sync();
    return sum;
}
