#pragma once

#include <cstddef>

struct Summary {
    float minimum, maximum, sum;
};

// The summary of each block of 1024 values.
cudaError_t summarize_blocks(const float *values, Summary *summaries, int blocks);

// The running sums within each block of 512 values, written over them.
cudaError_t scan_blocks(int *values, int blocks);
