// An image sampled through a texture object, and a line fetched from one.
#include <hip/hip_runtime.h>

__global__ void sample(hipTextureObject_t image, float* pixels, int width, int height, float turn)
{
    const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= width || row >= height) {
        return;
    }
    const float cx = column / static_cast<float>(width) - 0.5f;
    const float cy = row / static_cast<float>(height) - 0.5f;
    const float sx = cx * cosf(turn) - cy * sinf(turn) + 0.5f;
    const float sy = cy * cosf(turn) + cx * sinf(turn) + 0.5f;
    pixels[row * width + column] = tex2D<float>(image, sx, sy);
}

__global__ void fetch(hipTextureObject_t buffer, float4* result, int count)
{
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count) {
        return;
    }
    result[at] = tex1Dfetch<float4>(buffer, at);
}
