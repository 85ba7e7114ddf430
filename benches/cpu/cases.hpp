// Sizes and inputs of the cases of this bench, which its contenders share.
#pragma once
#include "measure.hpp"

constexpr int SMALL = 256 << 10, LARGE = 16 << 20, ITEMS = 4 << 20, OPTIONS = 1 << 20;
constexpr int GRID = 2048;         // points of a side of the stencil and of the transposed matrix
constexpr int MATRIX = 512;        // rows and columns of the product
#ifdef MANY_CORES
constexpr int BODIES = 16384; // 64 blocks: some for each of 16 cores, so that slower ones can have fewer
#else
constexpr int BODIES = 4096;
#endif
constexpr int WIDTH = 1024, HEIGHT = 768, ITERATIONS = 256;
constexpr int PICTURE = 512, ENLARGED = 2 * PICTURE; // points of a side of a picture before and after it is enlarged
constexpr int BLOCK = 256, TILE = 16, LANES = 32;

inline std::vector<uint32_t> bytes(size_t n) {
    std::vector<uint32_t> values(n);
    for (size_t i = 0; i < n; i++) values[i] = uint32_t(sample(uint32_t(i)) * 256) & 255;
    return values;
}
