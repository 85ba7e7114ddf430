// Texture objects: point and linear filters, each address mode, normalised coordinates and values, linear memory, vectors.
// run: wave-any
// targets: gfx1100,gfx1201,cpu (gfx942 has no texture units)
#include "check.h"

#include <algorithm>

__global__ void sample_1d(cudaTextureObject_t t, const float *at, float *out, int n) {
    const int i = threadIdx.x;
    if (i < n) out[i] = tex1D<float>(t, at[i]);
}

__global__ void sample_2d(cudaTextureObject_t t, float *out, int width, float step) {
    out[blockIdx.x * width + threadIdx.x] = tex2D<float>(t, threadIdx.x * step, blockIdx.x * step);
}

__global__ void fetch(cudaTextureObject_t t, float *out) {
    const float4 v = tex1Dfetch<float4>(t, threadIdx.x);
    out[threadIdx.x] = v.x + 10 * v.y + 100 * v.z + 1000 * v.w;
}

static cudaTextureObject_t texture_of(cudaResourceDesc resource, cudaTextureAddressMode mode, cudaTextureFilterMode filter,
                                   bool normalised, cudaTextureReadMode read = cudaReadModeElementType) {
    cudaTextureDesc description = {};
    for (auto &each : description.addressMode) each = mode;
    description.filterMode = filter;
    description.readMode = read;
    description.normalizedCoords = normalised;
    cudaTextureObject_t t = 0;
    CHECK(cudaCreateTextureObject(&t, &resource, &description, nullptr));
    return t;
}

static cudaResourceDesc of_array(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

static std::vector<float> sampled(cudaTextureObject_t t, const std::vector<float> &at) {
    Array<float> places(at), out(at.size());
    sample_1d<<<1, 32>>>(t, places.p, out.p, static_cast<int>(at.size()));
    const auto got = out.host();
    CHECK(cudaDestroyTextureObject(t));
    return got;
}

int main() {
    Verdict verdict("texture-objects");
    const std::vector<float> line{10, 20, 30, 40};
    const cudaChannelFormatDesc real = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    CHECK(cudaMallocArray(&array, &real, 4));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, line.data(), 16, 16, 1, cudaMemcpyHostToDevice));
    const auto resource = of_array(array);
    auto points = [&](cudaTextureAddressMode mode, bool normalised, const std::vector<float> &at) {
        return sampled(texture_of(resource, mode, cudaFilterModePoint, normalised), at);
    };
    verdict.same("clamp", points(cudaAddressModeClamp, false, {-3, 0, 0.9f, 1, 3.9f, 9}), {10, 10, 10, 20, 40, 40});
    verdict.same("border", points(cudaAddressModeBorder, false, {-3, 0, 2.5f, 3.9f, 4.1f}), {0, 10, 30, 40, 0});
    verdict.same("wrap", points(cudaAddressModeWrap, true, {0.1f, 1.1f, 1.9f, -0.1f, 2.6f}), {10, 10, 40, 40, 30});
    verdict.same("mirror on the edges of texels", points(cudaAddressModeMirror, true, {0.25f, 1.25f, 1.5f, -0.75f, 2.25f}), {20, 30, 20, 30, 20});
    verdict.same("mirror", points(cudaAddressModeMirror, true, {0.1f, 1.1f, 1.9f, -0.1f, 2.6f}), {10, 40, 10, 10, 30});
    verdict.same("wrap just below a whole number", points(cudaAddressModeWrap, true, {-1e-10f, -1e-30f, 0.99999994f}), {40, 40, 40});
    verdict.same("clamp what is far or no number", points(cudaAddressModeClamp, false, {NAN, INFINITY, -INFINITY}), {10, 40, 10});
    verdict.same("wrap what is far or no number", points(cudaAddressModeWrap, true, {NAN, INFINITY, -INFINITY}), {10, 10, 10});
    verdict.same("border of what is far or no number", points(cudaAddressModeBorder, true, {NAN, INFINITY, -INFINITY}), {10, 0, 0});
    const auto between = sampled(texture_of(resource, cudaAddressModeClamp, cudaFilterModeLinear, false), {0, 0.5f, 1, 1.75f, 3.5f, 8});
    verdict.same("linear", between, {10, 10, 15, 22.5f, 40, 40}, 1e-2);

    const std::vector<unsigned char> bytes{0, 51, 102, 255};
    const cudaChannelFormatDesc byte = cudaCreateChannelDesc<unsigned char>();
    cudaArray_t small;
    CHECK(cudaMallocArray(&small, &byte, 4));
    CHECK(cudaMemcpy2DToArray(small, 0, 0, bytes.data(), 4, 4, 1, cudaMemcpyHostToDevice));
    const auto unit = texture_of(of_array(small), cudaAddressModeClamp, cudaFilterModePoint, false, cudaReadModeNormalizedFloat);
    verdict.same("normalised values", sampled(unit, {0.5f, 1.5f, 2.5f, 3.5f}), {0, 0.2f, 0.4f, 1}, 1e-6);

    const int width = 8, height = 4;
    std::vector<float> plane(width * height), want(16 * 8), vectors;
    for (int i = 0; i < width * height; i++) plane[i] = i * 3 % 17;
    cudaArray_t image;
    CHECK(cudaMallocArray(&image, &real, width, height));
    CHECK(cudaMemcpy2DToArray(image, 0, 0, plane.data(), 4 * width, 4 * width, height, cudaMemcpyHostToDevice));
    const auto smooth = texture_of(of_array(image), cudaAddressModeClamp, cudaFilterModeLinear, false);
    Array<float> out(want.size());
    sample_2d<<<8, 16>>>(smooth, out.p, 16, 0.5f);
    auto at = [&](int x, int y) { return plane[std::min(std::max(y, 0), height - 1) * width + std::min(std::max(x, 0), width - 1)]; };
    for (int j = 0; j < 8; j++)
        for (int i = 0; i < 16; i++) {
            const float x = i * 0.5f - 0.5f, y = j * 0.5f - 0.5f, fx = x - std::floor(x), fy = y - std::floor(y);
            const int x0 = static_cast<int>(std::floor(x)), y0 = static_cast<int>(std::floor(y));
            want[j * 16 + i] = (at(x0, y0) * (1 - fx) + at(x0 + 1, y0) * fx) * (1 - fy) + (at(x0, y0 + 1) * (1 - fx) + at(x0 + 1, y0 + 1) * fx) * fy;
        }
    verdict.same("two dimensions", out.host(), want, 1e-2);
    CHECK(cudaDestroyTextureObject(smooth));

    for (int i = 0; i < 32; i++) vectors.insert(vectors.end(), {float(i % 5), float(i % 3), float(i % 7), float(i)});
    Array<float> linear(vectors), sums(32);
    cudaResourceDesc memory = {};
    memory.resType = cudaResourceTypeLinear;
    memory.res.linear.devPtr = linear.p;
    memory.res.linear.desc = cudaCreateChannelDesc<float4>();
    memory.res.linear.sizeInBytes = vectors.size() * sizeof(float);
    const auto fetched = texture_of(memory, cudaAddressModeClamp, cudaFilterModePoint, false);
    fetch<<<1, 32>>>(fetched, sums.p);
    std::vector<float> expected;
    for (int i = 0; i < 32; i++) expected.push_back(i % 5 + 10 * (i % 3) + 100 * (i % 7) + 1000 * i);
    verdict.same("linear memory", sums.host(), expected);
    CHECK(cudaDestroyTextureObject(fetched));
    for (auto each : {array, small, image}) CHECK(cudaFreeArray(each));
    return verdict.end();
}
