#include <cuda.h>

int block(CUfunction function) {
    int grid = 0, block = 0;
    cuOccupancyMaxPotentialBlockSize(&grid, &block, function, nullptr, 0, 0);
    return block;
}
