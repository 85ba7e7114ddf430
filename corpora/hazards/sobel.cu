// Edges of a picture: tiles of 32 x 32 with a rim, loaded by 32 x 8 threads.
// run: wave-any
#include "support.h"

constexpr int TILE = 32, ROWS = 8, RIM = 1;

__device__ int at(const unsigned char *image, int x, int y, int width, int height) {
    x = min(max(x, 0), width - 1);
    y = min(max(y, 0), height - 1);
    return image[y * width + x];
}

__global__ void sobel(const unsigned char *image, int *out, int width, int height) {
    __shared__ int tile[TILE + 2 * RIM][TILE + 2 * RIM];
    const int x0 = blockIdx.x * TILE - RIM, y0 = blockIdx.y * TILE - RIM;
    for (int i = threadIdx.y * TILE + threadIdx.x; i < (TILE + 2) * (TILE + 2); i += TILE * ROWS)
        tile[i / (TILE + 2)][i % (TILE + 2)] = at(image, x0 + i % (TILE + 2), y0 + i / (TILE + 2), width, height);
    __syncthreads();
    for (int row = threadIdx.y; row < TILE; row += ROWS) {
        const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + row;
        if (x >= width || y >= height) continue;
        const int(*t)[TILE + 2 * RIM] = &tile[row];
        const int c = threadIdx.x;
        const int gx = t[0][c + 2] + 2 * t[1][c + 2] + t[2][c + 2] - t[0][c] - 2 * t[1][c] - t[2][c];
        const int gy = t[2][c] + 2 * t[2][c + 1] + t[2][c + 2] - t[0][c] - 2 * t[0][c + 1] - t[0][c + 2];
        out[y * width + x] = abs(gx) + abs(gy);
    }
}

int main() {
    const int width = 90, height = 60;
    unsigned char *image = managed<unsigned char>(width * height);
    int *out = managed<int>(width * height);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) image[y * width + x] = x < 45 ? 10 : 110;
    sobel<<<dim3((width + 31) / 32, (height + 31) / 32), dim3(32, 8)>>>(image, out, width, height);
    finish();
    bool right = true;
    for (int i = 0; i < width * height; i++) right = right && out[i] == (i % width == 44 || i % width == 45 ? 400 : 0);
    return report("sobel", right);
}
