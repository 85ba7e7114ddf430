// Transposes a matrix by tiles of 32 x 32 with a column of padding against bank conflicts.
// run: wave-any
#include "support.h"

#define TILE_DIM 32
#define BLOCK_ROWS 8

__global__ void transpose(const float *in, float *out, int width, int height) {
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];
    int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main() {
    const int width = 100, height = 70;
    float *in = managed<float>(width * height), *out = managed<float>(width * height);
    for (int i = 0; i < width * height; i++) in[i] = (float)i;
    dim3 grid((width + TILE_DIM - 1) / TILE_DIM, (height + TILE_DIM - 1) / TILE_DIM), block(TILE_DIM, BLOCK_ROWS);
    transpose<<<grid, block>>>(in, out, width, height);
    finish();
    bool right = true;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) right = right && out[x * height + y] == in[y * width + x];
    return report("transpose", right);
}
