// Texture references, bound to linear memory and to an array.
// run: wave-any
// targets: gfx1100,gfx1201,cpu needs hip-6.0 (gfx942 has no texture units)
// nvcc: none, CUDA 12 took texture references away
#include "check.h"

texture<float, 1, cudaReadModeElementType> line;
texture<unsigned char, 2, cudaReadModeNormalizedFloat> image;

__global__ void reversed(float *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex1Dfetch(line, n - 1 - i);
}

__global__ void mirrored(float *out, int width) {
    out[blockIdx.x * width + threadIdx.x] = tex2D(image, width - threadIdx.x - 0.5f, blockIdx.x + 0.5f);
}

int main() {
    Verdict verdict("texture-reference");
    const int n = 100, width = 16, height = 8;
    const auto in = random_reals(n);
    Array<float> memory(in), out(n), flipped(width * height);
    CHECK(cudaBindTexture(nullptr, line, memory.p, n * sizeof(float)));
    reversed<<<4, 32>>>(out.p, n);
    verdict.same("reversed", out.host(), std::vector<float>(in.rbegin(), in.rend()));
    CHECK(cudaUnbindTexture(line));

    std::vector<unsigned char> bytes(width * height);
    std::vector<float> want(bytes.size());
    for (int i = 0; i < width * height; i++) bytes[i] = i * 2;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) want[y * width + x] = bytes[y * width + width - 1 - x] / 255.0f;
    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned char>();
    CHECK(cudaMallocArray(&array, &format, width, height));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, bytes.data(), width, width, height, cudaMemcpyHostToDevice));
    image.addressMode[0] = image.addressMode[1] = cudaAddressModeClamp;
    CHECK(cudaBindTextureToArray(image, array));
    mirrored<<<height, width>>>(flipped.p, width);
    verdict.same("mirrored", flipped.host(), want, 1e-6);
    CHECK(cudaUnbindTexture(image));
    CHECK(cudaFreeArray(array));
    return verdict.end();
}
