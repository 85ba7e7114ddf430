// Arrays, layered and mipmapped ones, textures and surfaces over them.
// run: wave-any
// targets: gfx1100,cpu (gfx942 has no image instructions)
#include "case.h"

#include <cuda_runtime.h>

__global__ void read_texels(cudaTextureObject_t from, float *out, int width) {
    out[blockIdx.x * width + threadIdx.x] = tex2D<float>(from, threadIdx.x + 0.5f, blockIdx.x + 0.5f);
}
__global__ void read_at(cudaTextureObject_t from, float *out, float x, float y) { *out = tex2D<float>(from, x, y); }
__global__ void read_linear(cudaTextureObject_t from, int *out) { out[threadIdx.x] = tex1Dfetch<int>(from, threadIdx.x); }
__global__ void read_level(cudaTextureObject_t from, float *out, float level) { *out = tex2DLod<float>(from, 0.5f, 0.5f, level); }
__global__ void write_texels(cudaSurfaceObject_t to) {
    surf2Dwrite(static_cast<float>(10 * blockIdx.x + threadIdx.x), to, threadIdx.x * sizeof(float), blockIdx.x);
}

static const int width = 8, height = 4;

static std::vector<float> counted() {
    std::vector<float> all(width * height);
    for (int i = 0; i < width * height; i++) all[i] = static_cast<float>(i);
    return all;
}

static void descriptors() {
    const cudaChannelFormatDesc one = cudaCreateChannelDesc<float>(), four = cudaCreateChannelDesc<uchar4>();
    CASE("Texture", "hipCreateChannelDesc of float is one channel of 32 bits",
         one.x == 32 && one.y == 0 && one.z == 0 && one.w == 0 && one.f == cudaChannelFormatKindFloat);
    CASE("Texture", "hipCreateChannelDesc of uchar4 is four channels of 8 bits",
         four.x == 8 && four.y == 8 && four.z == 8 && four.w == 8 && four.f == cudaChannelFormatKindUnsigned);
    const cudaChannelFormatDesc pair = cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindSigned);
    CASE("Texture", "hipCreateChannelDesc takes each channel's bits", pair.x == 16 && pair.y == 16 && pair.f == cudaChannelFormatKindSigned);
    cudaArray_t array;
    NEED(cudaMallocArray(&array, &four, width, height));
    cudaChannelFormatDesc got{};
    GIVES("Texture", "hipGetChannelDesc succeeds", cudaGetChannelDesc(&got, array), cudaSuccess);
    CASE("Texture", "hipGetChannelDesc gives the channels of the array", got.x == 8 && got.w == 8 && got.f == cudaChannelFormatKindUnsigned);
    GIVES("Texture", "hipGetChannelDesc into no variable: hipErrorInvalidValue", cudaGetChannelDesc(nullptr, array), cudaErrorInvalidValue);
    NEED(cudaFreeArray(array));
}

static void arrays() {
    const auto in = counted();
    const size_t row = width * sizeof(float);
    std::vector<float> got(in.size());
    const cudaChannelFormatDesc one = cudaCreateChannelDesc<float>();
    cudaArray_t array, other;
    GIVES("Memory", "hipMallocArray makes an array", cudaMallocArray(&array, &one, width, height), cudaSuccess);
    GIVES("Memory", "hipMallocArray without channels: hipErrorInvalidValue", cudaMallocArray(&other, nullptr, width, height),
          cudaErrorInvalidValue);
    GIVES("Memory", "hipMallocArray into no variable: hipErrorInvalidValue", cudaMallocArray(nullptr, &one, width, height),
          cudaErrorInvalidValue);
    cudaExtent extent{};
    cudaChannelFormatDesc channels{};
    unsigned flags = 99;
    GIVES("Memory", "hipArrayGetInfo succeeds", cudaArrayGetInfo(&channels, &extent, &flags, array), cudaSuccess);
    CASE("Memory", "hipArrayGetInfo gives the extent in elements", extent.width == width && extent.height == height && extent.depth == 0);
    CASE("Memory", "hipArrayGetInfo gives the channels", channels.x == 32 && channels.f == cudaChannelFormatKindFloat);
    CASE("Memory", "hipArrayGetInfo gives the flags", flags == cudaArrayDefault);
    GIVES("Memory", "hipMemcpy2DToArray succeeds", cudaMemcpy2DToArray(array, 0, 0, in.data(), row, row, height, cudaMemcpyHostToDevice),
          cudaSuccess);
    GIVES("Memory", "hipMemcpy2DFromArray succeeds", cudaMemcpy2DFromArray(got.data(), row, array, 0, 0, row, height, cudaMemcpyDeviceToHost),
          cudaSuccess);
    CASE("Memory", "hipMemcpy2DFromArray gives the rows of hipMemcpy2DToArray", got == in);
    GIVES("Memory", "hipMemcpy2DToArray beyond the end of the array: an error",
          cudaMemcpy2DToArray(array, 0, 1, in.data(), row, row, height, cudaMemcpyHostToDevice) != cudaSuccess, 1);
    NEED(cudaMallocArray(&other, &one, width, height));
    GIVES("Memory", "hipMemcpy2DArrayToArray succeeds",
          cudaMemcpy2DArrayToArray(other, 0, 0, array, 2 * sizeof(float), 1, 4 * sizeof(float), 2, cudaMemcpyDeviceToDevice), cudaSuccess);
    NEED(cudaMemcpy2DFromArray(got.data(), row, other, 0, 0, 4 * sizeof(float), 2, cudaMemcpyDeviceToHost));
    CASE("Memory", "hipMemcpy2DArrayToArray copies from the place in the source", got[0] == 10 && got[3] == 13 && got[8] == 18);
    cudaStream_t stream;
    NEED(cudaStreamCreate(&stream));
    NEED(cudaMemcpy2DToArrayAsync(other, 0, 0, in.data(), row, row, height, cudaMemcpyHostToDevice, stream));
    got.assign(got.size(), 0);
    NEED(cudaMemcpy2DFromArrayAsync(got.data(), row, other, 0, 0, row, height, cudaMemcpyDeviceToHost, stream));
    NEED(cudaStreamSynchronize(stream));
    CASE("Memory", "hipMemcpy2DToArrayAsync and hipMemcpy2DFromArrayAsync have copied when their stream is done", got == in);
    NEED(cudaStreamDestroy(stream));
    GIVES("Memory", "hipFreeArray succeeds", cudaFreeArray(other), cudaSuccess);
    GIVES("Memory", "hipFreeArray of a null pointer: hipErrorInvalidValue (CUDA takes it)", cudaFreeArray(nullptr),
          HIP_OR_CUDA(cudaErrorInvalidValue, cudaSuccess));
    NEED(cudaFreeArray(array));

    cudaArray_t layers;
    GIVES("Memory", "hipMalloc3DArray takes hipArrayLayered", cudaMalloc3DArray(&layers, &one, make_cudaExtent(width, height, 3), cudaArrayLayered),
          cudaSuccess);
    NEED(cudaArrayGetInfo(&channels, &extent, &flags, layers));
    CASE("Memory", "hipArrayGetInfo gives the layers of an array as its depth", extent.depth == 3 && (flags & cudaArrayLayered));
    NEED(cudaFreeArray(layers));
    cudaArray_t volume;
    GIVES("Memory", "hipMalloc3DArray makes an array of three dimensions", cudaMalloc3DArray(&volume, &one, make_cudaExtent(width, height, 2)),
          cudaSuccess);
    std::vector<float> slices(2 * in.size()), back(slices.size());
    for (size_t i = 0; i < slices.size(); i++) slices[i] = static_cast<float>(3 * i);
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(slices.data(), row, width, height);
    copy.dstArray = volume;
    copy.extent = make_cudaExtent(width, height, 2);
    copy.kind = cudaMemcpyHostToDevice;
    NEED(cudaMemcpy3D(&copy));
    cudaMemcpy3DParms from{};
    from.srcArray = volume;
    from.dstPtr = make_cudaPitchedPtr(back.data(), row, width, height);
    from.extent = copy.extent;
    from.kind = cudaMemcpyDeviceToHost;
    NEED(cudaMemcpy3D(&from));
    CASE("Memory", "hipMemcpy3D takes extents in elements where an array takes part", back == slices);
    NEED(cudaFreeArray(volume));
}

static cudaResourceDesc over(cudaArray_t array) {
    cudaResourceDesc all{};
    all.resType = cudaResourceTypeArray;
    all.res.array.array = array;
    return all;
}

static void textures() {
    const auto in = counted();
    const size_t row = width * sizeof(float);
    const cudaChannelFormatDesc one = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    NEED(cudaMallocArray(&array, &one, width, height));
    NEED(cudaMemcpy2DToArray(array, 0, 0, in.data(), row, row, height, cudaMemcpyHostToDevice));
    float *out, got[width * height], value = 0;
    NEED(cudaMalloc(&out, sizeof got));
    cudaResourceDesc resource = over(array);
    cudaTextureDesc how{};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    cudaTextureObject_t points = 0, smooth = 0, normal = 0;
    GIVES("Texture", "hipCreateTextureObject makes a texture of an array", cudaCreateTextureObject(&points, &resource, &how, nullptr), cudaSuccess);
    read_texels<<<height, width>>>(points, out, width);
    NEED(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    CASE("Texture", "hipCreateTextureObject: kernels read the array's elements", std::vector<float>(got, got + width * height) == in);
    read_at<<<1, 1>>>(points, out, -5, 100);
    NEED(cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost));
    CASE("Texture", "hipCreateTextureObject: hipAddressModeClamp gives the nearest edge", value == width * (height - 1));
    how.filterMode = cudaFilterModeLinear;
    NEED(cudaCreateTextureObject(&smooth, &resource, &how, nullptr));
    read_at<<<1, 1>>>(smooth, out, 2, 0.5f);
    NEED(cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost));
    CASE("Texture", "hipCreateTextureObject: hipFilterModeLinear gives the mean between two elements", value == 1.5f);
    how.filterMode = cudaFilterModePoint;
    how.normalizedCoords = 1;
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeWrap;
    NEED(cudaCreateTextureObject(&normal, &resource, &how, nullptr));
    read_at<<<1, 1>>>(normal, out, 1 + 2.5f / width, 0.5f / height);
    NEED(cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost));
    CASE("Texture", "hipCreateTextureObject: hipAddressModeWrap repeats the array", value == 2);
    cudaResourceDesc described{};
    cudaTextureDesc told{};
    GIVES("Texture", "hipGetTextureObjectResourceDesc succeeds", cudaGetTextureObjectResourceDesc(&described, normal), cudaSuccess);
    CASE("Texture", "hipGetTextureObjectResourceDesc gives the array", described.resType == cudaResourceTypeArray && described.res.array.array == array);
    GIVES("Texture", "hipGetTextureObjectTextureDesc succeeds", cudaGetTextureObjectTextureDesc(&told, normal), cudaSuccess);
    CASE("Texture", "hipGetTextureObjectTextureDesc gives how the texture is read",
         told.normalizedCoords == 1 && told.addressMode[0] == cudaAddressModeWrap && told.filterMode == cudaFilterModePoint);
    GIVES("Texture", "hipCreateTextureObject into no variable: hipErrorInvalidValue", cudaCreateTextureObject(nullptr, &resource, &how, nullptr),
          cudaErrorInvalidValue);
    GIVES("Texture", "hipCreateTextureObject without a resource: hipErrorInvalidValue", cudaCreateTextureObject(&points, nullptr, &how, nullptr),
          cudaErrorInvalidValue);
    GIVES("Texture", "hipDestroyTextureObject succeeds", cudaDestroyTextureObject(smooth), cudaSuccess);
    GIVES("Texture", "hipDestroyTextureObject of no texture succeeds", cudaDestroyTextureObject(0), cudaSuccess);
    NEED(cudaDestroyTextureObject(points));
    NEED(cudaDestroyTextureObject(normal));

    int *linear, numbers[16], read[16];
    for (int i = 0; i < 16; i++) numbers[i] = 7 * i;
    NEED(cudaMalloc(&linear, sizeof numbers));
    NEED(cudaMemcpy(linear, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    resource = cudaResourceDesc{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = linear;
    resource.res.linear.desc = cudaCreateChannelDesc<int>();
    resource.res.linear.sizeInBytes = sizeof numbers;
    cudaTextureDesc plain{};
    GIVES("Texture", "hipCreateTextureObject makes a texture of linear memory", cudaCreateTextureObject(&points, &resource, &plain, nullptr),
          cudaSuccess);
    read_linear<<<1, 16>>>(points, reinterpret_cast<int *>(out));
    NEED(cudaMemcpy(read, out, sizeof read, cudaMemcpyDeviceToHost));
    CASE("Texture", "hipCreateTextureObject: kernels read linear memory by index", !std::memcmp(read, numbers, sizeof read));
    NEED(cudaDestroyTextureObject(points));
    float *pitched;
    size_t pitch = 0;
    NEED(cudaMallocPitch(&pitched, &pitch, row, height));
    NEED(cudaMemcpy2D(pitched, pitch, in.data(), row, row, height, cudaMemcpyHostToDevice));
    resource = cudaResourceDesc{};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = pitched;
    resource.res.pitch2D.desc = one;
    resource.res.pitch2D.width = width;
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    GIVES("Texture", "hipCreateTextureObject makes a texture of pitched memory", cudaCreateTextureObject(&points, &resource, &plain, nullptr),
          cudaSuccess);
    read_texels<<<height, width>>>(points, out, width);
    NEED(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    CASE("Texture", "hipCreateTextureObject: kernels read the rows of pitched memory", std::vector<float>(got, got + width * height) == in);
    NEED(cudaDestroyTextureObject(points));
    NEED(cudaFree(pitched));
    NEED(cudaFree(linear));
    NEED(cudaFree(out));
    NEED(cudaFreeArray(array));
}

static void surfaces() {
    const cudaChannelFormatDesc one = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    NEED(cudaMallocArray(&array, &one, width, height, cudaArraySurfaceLoadStore));
    cudaResourceDesc resource = over(array);
    cudaSurfaceObject_t surface = 0;
    GIVES("Surface", "hipCreateSurfaceObject makes a surface of an array", cudaCreateSurfaceObject(&surface, &resource), cudaSuccess);
    write_texels<<<height, width>>>(surface);
    std::vector<float> got(width * height);
    NEED(cudaMemcpy2DFromArray(got.data(), width * sizeof(float), array, 0, 0, width * sizeof(float), height, cudaMemcpyDeviceToHost));
    CASE("Surface", "hipCreateSurfaceObject: kernels write the array's elements", got[0] == 0 && got[width + 3] == 13 && got.back() == 37);
    GIVES("Surface", "hipCreateSurfaceObject into no variable: hipErrorInvalidValue", cudaCreateSurfaceObject(nullptr, &resource),
          cudaErrorInvalidValue);
    GIVES("Surface", "hipCreateSurfaceObject without a resource: hipErrorInvalidValue", cudaCreateSurfaceObject(&surface, nullptr),
          cudaErrorInvalidValue);
    GIVES("Surface", "hipDestroySurfaceObject succeeds", cudaDestroySurfaceObject(surface), cudaSuccess);
    resource.resType = cudaResourceTypeLinear;
    CASE("Surface", "hipCreateSurfaceObject refuses what is no array", cudaCreateSurfaceObject(&surface, &resource) != cudaSuccess);
    NEED(cudaFreeArray(array));
}

static void mipmaps() {
    const cudaChannelFormatDesc one = cudaCreateChannelDesc<float>();
    cudaMipmappedArray_t levels;
    GIVES("Texture", "hipMallocMipmappedArray makes levels", cudaMallocMipmappedArray(&levels, &one, make_cudaExtent(8, 4, 0), 3), cudaSuccess);
    cudaArray_t level;
    cudaExtent extent{};
    for (unsigned i = 0; i < 3; i++) {
        NEED(cudaGetMipmappedArrayLevel(&level, levels, i));
        NEED(cudaArrayGetInfo(nullptr, &extent, nullptr, level));
        std::vector<float> fill(extent.width * extent.height, 100.0f * (i + 1));
        const size_t row = extent.width * sizeof(float);
        NEED(cudaMemcpy2DToArray(level, 0, 0, fill.data(), row, row, extent.height, cudaMemcpyHostToDevice));
    }
    CASE("Texture", "hipGetMipmappedArrayLevel gives levels of half the extent each", extent.width == 2 && extent.height == 1);
    GIVES("Texture", "hipGetMipmappedArrayLevel of a level that is none: hipErrorInvalidValue", cudaGetMipmappedArrayLevel(&level, levels, 9),
          cudaErrorInvalidValue);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = levels;
    cudaTextureDesc how{};
    how.normalizedCoords = 1;
    how.maxMipmapLevelClamp = 2;
    how.mipmapFilterMode = cudaFilterModePoint;
    cudaTextureObject_t texture;
    float *out, value = 0;
    NEED(cudaMalloc(&out, sizeof value));
    GIVES("Texture", "hipCreateTextureObject makes a texture of a mipmapped array", cudaCreateTextureObject(&texture, &resource, &how, nullptr),
          cudaSuccess);
    read_level<<<1, 1>>>(texture, out, 1);
    NEED(cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost));
    CASE("Texture", "hipCreateTextureObject: kernels read the level that they ask for", value == 200);
    NEED(cudaDestroyTextureObject(texture));
    NEED(cudaFree(out));
    GIVES("Texture", "hipFreeMipmappedArray succeeds", cudaFreeMipmappedArray(levels), cudaSuccess);
    GIVES("Texture", "hipMallocMipmappedArray without channels: hipErrorInvalidValue",
          cudaMallocMipmappedArray(&levels, nullptr, make_cudaExtent(8, 4, 0), 3), cudaErrorInvalidValue);
}

int main() {
    descriptors();
    arrays();
    textures();
    surfaces();
    mipmaps();
    return end_of_cases("arrays");
}
