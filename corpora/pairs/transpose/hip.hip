// A matrix transposed through LDS that is one column wider than the tile, so that banks differ.
#include <hip/hip_runtime.h>

#define TILE 32
#define ROWS 8

__global__ void transpose(float* to, const float* from, int columns, int rows)
{
    __shared__ float lds[TILE][TILE + 1];

    int column = hipBlockIdx_x * TILE + hipThreadIdx_x;
    int row = hipBlockIdx_y * TILE + hipThreadIdx_y;
    for (int k = 0; k < TILE; k += ROWS) {
        if (column < columns && row + k < rows) {
            lds[hipThreadIdx_y + k][hipThreadIdx_x] = from[(row + k) * columns + column];
        }
    }
    __syncthreads();

    column = hipBlockIdx_y * TILE + hipThreadIdx_x;
    row = hipBlockIdx_x * TILE + hipThreadIdx_y;
    for (int k = 0; k < TILE; k += ROWS) {
        if (column < rows && row + k < columns) {
            to[(row + k) * rows + column] = lds[hipThreadIdx_x][hipThreadIdx_y + k];
        }
    }
}
