// Dithers a picture: a matrix of 8 x 8, 32 levels, errors of 31sts.
// run: wave-any
#include "support.h"

#define LEVELS 32

__constant__ unsigned char pattern[64];

__global__ void dither(const unsigned char *in, unsigned char *out, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const int value = in[y * width + x] * (LEVELS - 1), level = value / 255, rest = value % 255;
    const int limit = pattern[(y & 7) * 8 + (x & 7)] * 4;
    const int up = rest > limit && level < 31 ? 1 : 0;
    out[y * width + x] = (unsigned char)((level + up) * 255 / 31);
}

int main() {
    unsigned char host[64];
    for (int i = 0; i < 64; i++) {
        const int x = i % 8, y = i / 8, m = x ^ y;
        host[i] = (unsigned char)((m & 1) << 5 | (y & 1) << 4 | (m & 2) << 2 | (y & 2) << 1 | (m & 4) >> 1 | (y & 4) >> 2);
    }
    CUDA_CHECK(cudaMemcpyToSymbol(pattern, host, sizeof host));
    const int width = 64, height = 64;
    unsigned char *in = managed<unsigned char>(width * height), *out = managed<unsigned char>(width * height);
    for (int i = 0; i < width * height; i++) in[i] = 100;
    dither<<<dim3(2, 8), dim3(32, 8)>>>(in, out, width, height);
    finish();
    double mean = 0;
    for (int i = 0; i < width * height; i++) mean += out[i];
    mean /= width * height;
    return report("fifty-shades", fabs(mean - 100) < 2);
}
