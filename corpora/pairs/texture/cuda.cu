// An image sampled through a texture object, and a line fetched from one.
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t texture, float *out, int width, int height, float angle) {
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float u = x / (float)width - 0.5f, v = y / (float)height - 0.5f;
    float tu = u * cosf(angle) - v * sinf(angle) + 0.5f, tv = v * cosf(angle) + u * sinf(angle) + 0.5f;
    out[y * width + x] = tex2D<float>(texture, tu, tv);
}

__global__ void fetch(cudaTextureObject_t line, float4 *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex1Dfetch<float4>(line, i);
}
