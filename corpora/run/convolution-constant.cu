// Separable convolution with its weights in constant memory, rows and columns by two kernels with shared tiles.
// run: wave-any
#include "check.h"

constexpr int radius = 4, size = 64;
__constant__ float weights[2 * radius + 1];

__global__ void rows(const float *in, float *out, int width) {
    __shared__ float s[size + 2 * radius];
    const int base = blockIdx.x * size - radius, y = blockIdx.y;
    for (int t = threadIdx.x; t < size + 2 * radius; t += blockDim.x) s[t] = base + t >= 0 && base + t < width ? in[y * width + base + t] : 0;
    __syncthreads();
    const int x = blockIdx.x * size + threadIdx.x;
    if (x >= width) return;
    float sum = 0;
    for (int k = 0; k <= 2 * radius; k++) sum += weights[k] * s[threadIdx.x + k];
    out[y * width + x] = sum;
}

__global__ void columns(const float *in, float *out, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0;
#pragma unroll
    for (int k = -radius; k <= radius; k++)
        if (y + k >= 0 && y + k < height) sum += weights[k + radius] * in[(y + k) * width + x];
    out[y * width + x] = sum;
}

int main() {
    Verdict verdict("convolution-constant");
    const int width = 150, height = 70;
    float w[2 * radius + 1];
    for (int k = -radius; k <= radius; k++) w[k + radius] = 1.0f / (1 + k * k);
    CHECK(cudaMemcpyToSymbol(weights, w, sizeof(w)));
    const auto in = random_reals(width * height);
    Array<float> din(in), middle(in.size()), out(in.size());
    rows<<<dim3(blocks(width, size), height), size>>>(din.p, middle.p, width);
    columns<<<dim3(blocks(width, 16), blocks(height, 8)), dim3(16, 8)>>>(middle.p, out.p, width, height);
    std::vector<float> want(in.size());
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            for (int j = -radius; j <= radius; j++)
                for (int i = -radius; i <= radius; i++)
                    if (x + i >= 0 && x + i < width && y + j >= 0 && y + j < height)
                        want[y * width + x] += w[j + radius] * w[i + radius] * in[(y + j) * width + x + i];
    verdict.same("smooth", out.host(), want, 1e-4);
    return verdict.end();
}
