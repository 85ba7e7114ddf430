// A picture by blocks of 32 x 8, pixels of 32 bits.
// run: wave-any
#include "support.h"

__host__ __device__ inline uint32_t colour(int n, int limit) {
    if (n == limit) return 0xff000000u;
    return 0xff000000u | (n & 31) << 19 | (n >> 5 & 31) << 11 | (n % 32) << 3;
}

__host__ __device__ inline int steps(float cx, float cy, int limit) {
    float x = 0, y = 0;
    int n = 0;
    while (n < limit && x * x + y * y <= 4) {
        const float t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        n++;
    }
    return n;
}

__global__ void render(uint32_t *pixels, int width, int height, int limit) {
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < width && y < height) pixels[y * width + x] = colour(steps(x * 0.03125f - 2, y * 0.03125f - 1, limit), limit);
}

int main() {
    const int width = 96, height = 64, limit = 100;
    uint32_t *pixels = managed<uint32_t>(width * height);
    render<<<dim3(width / 32, height / 8), dim3(32, 8)>>>(pixels, width, height, limit);
    finish();
    int differ = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) differ += pixels[y * width + x] != colour(steps(x * 0.03125f - 2, y * 0.03125f - 1, limit), limit);
    return report("mandelbrot", differ < width * height / 100);
}
