// Transpose through a padded shared tile, with fewer rows of threads than the tile has.
// run: wave-any
#include "check.h"

constexpr int tile = 32, rows = 8;

__global__ void transpose(const int *in, int *out, int width, int height) {
    __shared__ int t[tile][tile + 1];
    int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
    for (int j = 0; j < tile; j += rows)
        if (x < width && y + j < height) t[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * tile + threadIdx.x;
    y = blockIdx.x * tile + threadIdx.y;
    for (int j = 0; j < tile; j += rows)
        if (x < height && y + j < width) out[(y + j) * height + x] = t[threadIdx.x][threadIdx.y + j];
}

int main() {
    Verdict verdict("transpose");
    const int width = 171, height = 93;
    std::vector<int> in(width * height), want(in.size());
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) want[x * height + y] = in[y * width + x] = y * 1000 + x;
    Array<int> din(in), dout(in.size());
    transpose<<<dim3(blocks(width, tile), blocks(height, tile)), dim3(tile, rows)>>>(din.p, dout.p, width, height);
    verdict.same("transposed", dout.host(), want);
    return verdict.end();
}
