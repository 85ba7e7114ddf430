// Edges by the Sobel operator, pixels read through a texture object with clamped coordinates.
// run: wave-any
// targets: gfx1100,gfx1201,cpu (gfx942 has no texture hardware)
#include "check.h"

#include <algorithm>

__global__ void sobel(cudaTextureObject_t image, unsigned char *out, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    auto at = [=](int i, int j) { return static_cast<int>(tex2D<unsigned char>(image, x + i + 0.5f, y + j + 0.5f)); };
    const int gx = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
    const int gy = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
    out[y * width + x] = static_cast<unsigned char>(min(255, abs(gx) + abs(gy)));
}

int main() {
    Verdict verdict("sobel-texture");
    const int width = 100, height = 60;
    std::vector<unsigned char> in(width * height), want(in.size());
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) in[y * width + x] = (x - 50) * (x - 50) + (y - 30) * (y - 30) < 400 ? 200 : x + y;
    auto at = [&](int x, int y) { return int(in[std::min(std::max(y, 0), height - 1) * width + std::min(std::max(x, 0), width - 1)]); };
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const int gx = at(x + 1, y - 1) + 2 * at(x + 1, y) + at(x + 1, y + 1) - at(x - 1, y - 1) - 2 * at(x - 1, y) - at(x - 1, y + 1);
            const int gy = at(x - 1, y + 1) + 2 * at(x, y + 1) + at(x + 1, y + 1) - at(x - 1, y - 1) - 2 * at(x, y - 1) - at(x + 1, y - 1);
            want[y * width + x] = std::min(255, std::abs(gx) + std::abs(gy));
        }
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned char>();
    cudaArray_t array;
    CHECK(cudaMallocArray(&array, &format, width, height));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, in.data(), width, width, height, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
    description.filterMode = cudaFilterModePoint;
    description.readMode = cudaReadModeElementType;
    cudaTextureObject_t image = 0;
    CHECK(cudaCreateTextureObject(&image, &resource, &description, nullptr));
    Array<unsigned char> out(in.size());
    sobel<<<dim3(blocks(width, 16), blocks(height, 16)), dim3(16, 16)>>>(image, out.p, width, height);
    verdict.same("edges", out.host(), want);
    CHECK(cudaDestroyTextureObject(image));
    CHECK(cudaFreeArray(array));
    return verdict.end();
}
