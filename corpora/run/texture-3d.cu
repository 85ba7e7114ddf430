// Three-dimensional and layered textures, read with points and with linear filtering.
// run: wave-any
// targets: gfx1100,gfx1201,cpu needs hip-6.0 (gfx942 has no texture units, and HIP 5.2 no layered sampling that clang 19 takes)
#include "check.h"

constexpr int width = 6, height = 5, depth = 4;

__global__ void volume(cudaTextureObject_t t, float *out, float shift) {
    const int i = (blockIdx.x * height + threadIdx.y) * width + threadIdx.x;
    out[i] = tex3D<float>(t, threadIdx.x + shift, threadIdx.y + 0.5f, blockIdx.x + 0.5f);
}

__global__ void layers(cudaTextureObject_t t, float *out) {
    const int i = (blockIdx.x * height + threadIdx.y) * width + threadIdx.x;
    out[i] = tex2DLayered<float>(t, threadIdx.x + 0.5f, threadIdx.y + 0.5f, blockIdx.x);
}

static cudaArray_t filled(const std::vector<float> &host, unsigned flags) {
    const cudaChannelFormatDesc real = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    CHECK(cudaMalloc3DArray(&array, &real, make_cudaExtent(width, height, depth), flags));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(const_cast<float *>(host.data()), width * sizeof(float), width, height);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(width, height, depth);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    return array;
}

static cudaTextureObject_t texture_of(cudaArray_t array, cudaTextureFilterMode filter) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    for (auto &each : description.addressMode) each = cudaAddressModeClamp;
    description.filterMode = filter;
    cudaTextureObject_t t = 0;
    CHECK(cudaCreateTextureObject(&t, &resource, &description, nullptr));
    return t;
}

int main() {
    Verdict verdict("texture-3d");
    std::vector<float> host(width * height * depth), between(host.size());
    for (size_t i = 0; i < host.size(); i++) host[i] = static_cast<float>(i * 7 % 31);
    for (size_t i = 0; i < host.size(); i++) between[i] = i % width == width - 1 ? host[i] : (host[i] + host[i + 1]) / 2;
    cudaArray_t box = filled(host, cudaArrayDefault), stack = filled(host, cudaArrayLayered);
    const auto points = texture_of(box, cudaFilterModePoint), linear = texture_of(box, cudaFilterModeLinear), pages = texture_of(stack, cudaFilterModePoint);
    Array<float> a(host.size()), b(host.size()), c(host.size());
    volume<<<depth, dim3(width, height)>>>(points, a.p, 0.5f);
    volume<<<depth, dim3(width, height)>>>(linear, b.p, 1.0f);
    layers<<<depth, dim3(width, height)>>>(pages, c.p);
    verdict.same("points", a.host(), host);
    verdict.same("linear", b.host(), between, 1e-2);
    verdict.same("layers", c.host(), host);
    for (auto t : {points, linear, pages}) CHECK(cudaDestroyTextureObject(t));
    for (auto array : {box, stack}) CHECK(cudaFreeArray(array));
    return verdict.end();
}
