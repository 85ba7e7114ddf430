// Escape times of the Mandelbrot set: threads of a warp leave the loop at different turns.
// run: wave-any
#include "check.h"

__host__ __device__ inline int escape(int px, int py, int width, int height) {
    const double cx = px * 3.0 / width - 2.25, cy = py * 2.0 / height - 1.0;
    double x = 0, y = 0;
    int turn = 0;
    while (turn < 200) {
        const double x2 = x * x, y2 = y * y;
        if (x2 + y2 > 4) break;
        y = 2 * x * y + cy;
        x = x2 - y2 + cx;
        turn++;
    }
    return turn;
}

__global__ void mandelbrot(int *out, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[y * width + x] = escape(x, y, width, height);
}

int main() {
    Verdict verdict("mandelbrot");
    const int width = 160, height = 120;
    Array<int> out(width * height);
    mandelbrot<<<dim3(blocks(width, 32), blocks(height, 4)), dim3(32, 4)>>>(out.p, width, height);
    const auto got = out.host();
    int differ = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) differ += got[y * width + x] != escape(x, y, width, height);
    // Rounding moves the border: where a product is fused with a sum, a few points beside it escape at another turn.
    verdict.holds("nearly all points escape at the same turn", differ < width * height / 100);
    verdict.same("a point inside", got[60 * width + 120], 200);
    verdict.same("a point outside", got[0], 0 + escape(0, 0, width, height));
    return verdict.end();
}
