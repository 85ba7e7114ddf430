// A five-point stencil: each block loads its tile and the border around it into shared memory.
// run: wave-any
#include "check.h"

constexpr int tile = 16;

__global__ void stencil(const float *in, float *out, int width, int height) {
    __shared__ float t[tile + 2][tile + 2];
    const int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    auto at = [=](int i, int j) { return i >= 0 && i < width && j >= 0 && j < height ? in[j * width + i] : 0.0f; };
    t[ty][tx] = at(x, y);
    if (threadIdx.x == 0) t[ty][0] = at(x - 1, y);
    if (threadIdx.x == tile - 1) t[ty][tile + 1] = at(x + 1, y);
    if (threadIdx.y == 0) t[0][tx] = at(x, y - 1);
    if (threadIdx.y == tile - 1) t[tile + 1][tx] = at(x, y + 1);
    __syncthreads();
    if (x < width && y < height) out[y * width + x] = t[ty][tx] * 0.5f + 0.125f * (t[ty][tx - 1] + t[ty][tx + 1] + t[ty - 1][tx] + t[ty + 1][tx]);
}

int main() {
    Verdict verdict("stencil-2d");
    const int width = 203, height = 117;
    auto host = random_reals(width * height);
    Array<float> a(host), b(host.size());
    float *in = a.p, *out = b.p;
    const dim3 grid(blocks(width, tile), blocks(height, tile)), block(tile, tile);
    for (int step = 0; step < 4; step++) {
        stencil<<<grid, block>>>(in, out, width, height);
        std::swap(in, out);
        auto next = host;
        auto at = [&](int i, int j) { return i >= 0 && i < width && j >= 0 && j < height ? host[j * width + i] : 0.0f; };
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                next[y * width + x] = at(x, y) * 0.5f + 0.125f * (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1));
        host = next;
    }
    verdict.same("heat", in == a.p ? a.host() : b.host(), host, 1e-5);
    return verdict.end();
}
