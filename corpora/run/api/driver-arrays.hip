// Arrays, textures and copies by the driver API's functions, and texture references.
// run: wave-any
// targets: gfx1100,cpu (gfx942 has no image instructions)
#include <hip/hip_runtime.h>

#include "case.h"

__global__ void read_texels(hipTextureObject_t from, float *out, int width) {
    out[blockIdx.x * width + threadIdx.x] = tex2D<float>(from, threadIdx.x + 0.5f, blockIdx.x + 0.5f);
}

static const int width = 8, height = 4;
static const size_t row = width * sizeof(float);

static std::vector<float> counted(int n = width * height) {
    std::vector<float> all(n);
    for (int i = 0; i < n; i++) all[i] = static_cast<float>(i);
    return all;
}

static void arrays() {
    HIP_ARRAY_DESCRIPTOR wish{};
    wish.Width = width;
    wish.Height = height;
    wish.Format = HIP_AD_FORMAT_FLOAT;
    wish.NumChannels = 1;
    hipArray_t array = nullptr, none;
    GIVES("Memory", "hipArrayCreate makes an array", hipArrayCreate(&array, &wish), hipSuccess);
    GIVES("Memory", "hipArrayCreate without a description: hipErrorInvalidValue", hipArrayCreate(&none, nullptr), hipErrorInvalidValue);
    GIVES("Memory", "hipArrayCreate into no variable: hipErrorInvalidValue", hipArrayCreate(nullptr, &wish), hipErrorInvalidValue);
    HIP_ARRAY_DESCRIPTOR odd = wish;
    odd.NumChannels = 3;
    GIVES("Memory", "hipArrayCreate of three channels: hipErrorInvalidValue", hipArrayCreate(&none, &odd), hipErrorInvalidValue);
    HIP_ARRAY_DESCRIPTOR told{};
    GIVES("Memory", "hipArrayGetDescriptor succeeds", hipArrayGetDescriptor(&told, array), hipSuccess);
    CASE("Memory", "hipArrayGetDescriptor gives what the array was made with",
         told.Width == width && told.Height == height && told.Format == HIP_AD_FORMAT_FLOAT && told.NumChannels == 1);
    GIVES("Memory", "hipArrayGetDescriptor into no variable: hipErrorInvalidValue", hipArrayGetDescriptor(nullptr, array), hipErrorInvalidValue);
    const auto in = counted();
    std::vector<float> got(in.size());
    hip_Memcpy2D copy{};
    copy.srcMemoryType = hipMemoryTypeHost;
    copy.srcHost = in.data();
    copy.srcPitch = row;
    copy.dstMemoryType = hipMemoryTypeArray;
    copy.dstArray = array;
    copy.WidthInBytes = row;
    copy.Height = height;
    GIVES("Memory", "hipMemcpyParam2D copies to an array", hipMemcpyParam2D(&copy), hipSuccess);
    NEED(hipMemcpyAtoH(got.data(), array, 0, row));
    CASE("Memory", "hipMemcpyAtoH copies from an array", got[0] == 0 && got[width - 1] == width - 1);
    const float hundred[2] = {100, 101};
    NEED(hipMemcpyHtoA(array, 2 * sizeof(float), hundred, sizeof hundred));
    NEED(hipMemcpyAtoH(got.data(), array, 0, row));
    CASE("Memory", "hipMemcpyHtoA copies to an offset in an array", got[1] == 1 && got[2] == 100 && got[3] == 101 && got[4] == 4);
    float *linear;
    NEED(hipMalloc(&linear, row));
    NEED(hipMemcpyAtoD(linear, array, 0, row));
    NEED(hipMemcpy(got.data(), linear, row, hipMemcpyDeviceToHost));
    CASE("Memory", "hipMemcpyAtoD copies to memory of a device", got[2] == 100 && got[7] == 7);
    NEED(hipMemset(linear, 0, row));
    NEED(hipMemcpyDtoA(array, 0, linear, 2 * sizeof(float)));
    NEED(hipMemcpyAtoH(got.data(), array, 0, row));
    CASE("Memory", "hipMemcpyDtoA copies from memory of a device", got[0] == 0 && got[1] == 0 && got[2] == 100);
    hipArray_t second;
    NEED(hipArrayCreate(&second, &wish));
    NEED(hipMemcpyAtoA(second, sizeof(float), array, 2 * sizeof(float), 2 * sizeof(float)));
    NEED(hipMemcpyAtoH(got.data(), second, 0, row));
    CASE("Memory", "hipMemcpyAtoA copies between offsets of two arrays", got[1] == 100 && got[2] == 101);
    NEED(hipArrayDestroy(second));
    NEED(hipFree(linear));
    GIVES("Memory", "hipArrayDestroy succeeds", hipArrayDestroy(array), hipSuccess);
    GIVES("Memory", "hipArrayDestroy of no array: hipErrorInvalidValue", hipArrayDestroy(nullptr), hipErrorInvalidValue);
    GIVES("Memory", "hipArrayDestroy of an array that was destroyed: hipErrorContextIsDestroyed", hipArrayDestroy(array), hipErrorContextIsDestroyed);

    HIP_ARRAY3D_DESCRIPTOR volume{}, of_volume{};
    volume.Width = width;
    volume.Height = height;
    volume.Depth = 2;
    volume.Format = HIP_AD_FORMAT_FLOAT;
    volume.NumChannels = 1;
    GIVES("Memory", "hipArray3DCreate makes an array of three dimensions", hipArray3DCreate(&array, &volume), hipSuccess);
    NEED(hipArray3DGetDescriptor(&of_volume, array));
    CASE("Memory", "hipArray3DGetDescriptor gives what the array was made with", of_volume.Depth == 2 && of_volume.Width == width);
    const auto slices = counted(2 * width * height);
    std::vector<float> back(slices.size());
    HIP_MEMCPY3D there{};
    there.srcMemoryType = hipMemoryTypeHost;
    there.srcHost = slices.data();
    there.srcPitch = row;
    there.srcHeight = height;
    there.dstMemoryType = hipMemoryTypeArray;
    there.dstArray = array;
    there.WidthInBytes = row;
    there.Height = height;
    there.Depth = 2;
    GIVES("Memory", "hipDrvMemcpy3D copies to an array", hipDrvMemcpy3D(&there), hipSuccess);
    HIP_MEMCPY3D again{};
    again.srcMemoryType = hipMemoryTypeArray;
    again.srcArray = array;
    again.dstMemoryType = hipMemoryTypeHost;
    again.dstHost = back.data();
    again.dstPitch = row;
    again.dstHeight = height;
    again.WidthInBytes = row;
    again.Height = height;
    again.Depth = 2;
    NEED(hipDrvMemcpy3D(&again));
    CASE("Memory", "hipDrvMemcpy3D there and back gives the same slices", back == slices);
    back.assign(back.size(), 0);
    hipStream_t stream;
    NEED(hipStreamCreate(&stream));
    NEED(hipDrvMemcpy3DAsync(&again, stream));
    NEED(hipStreamSynchronize(stream));
    CASE("Memory", "hipDrvMemcpy3DAsync has copied when its stream is done", back == slices);
    NEED(hipStreamDestroy(stream));
    NEED(hipArrayDestroy(array));
    hipMipmappedArray_t levels;
    GIVES("Texture", "hipMipmappedArrayCreate makes levels", hipMipmappedArrayCreate(&levels, (volume.Depth = 0, &volume), 2), hipSuccess);
    NEED(hipMipmappedArrayGetLevel(&array, levels, 1));
    NEED(hipArrayGetDescriptor(&told, array));
    CASE("Texture", "hipMipmappedArrayGetLevel gives a level of half the extent", told.Width == width / 2 && told.Height == height / 2);
    GIVES("Texture", "hipMipmappedArrayDestroy succeeds", hipMipmappedArrayDestroy(levels), hipSuccess);
}

static void pitches() {
    hipDeviceptr_t memory = nullptr;
    size_t pitch = 0;
    GIVES("Memory", "hipMemAllocPitch gives rows", hipMemAllocPitch(&memory, &pitch, 100, 6, 4), hipSuccess);
    CASE("Memory", "hipMemAllocPitch gives a pitch of at least the width", pitch >= 100);
    GIVES("Memory", "hipMemAllocPitch refuses elements of 5 bytes: hipErrorInvalidValue", hipMemAllocPitch(&memory, &pitch, 100, 6, 5),
          hipErrorInvalidValue);
    NEED(hipFree(memory));
}

static void textures() {
    hipArray_t array;
    const auto one = hipCreateChannelDesc<float>();
    const auto in = counted();
    NEED(hipMallocArray(&array, &one, width, height, hipArrayDefault));
    NEED(hipMemcpy2DToArray(array, 0, 0, in.data(), row, row, height, hipMemcpyHostToDevice));
    HIP_RESOURCE_DESC resource{}, told{};
    resource.resType = HIP_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = array;
    HIP_TEXTURE_DESC how{}, read{};
    how.addressMode[0] = how.addressMode[1] = HIP_TR_ADDRESS_MODE_CLAMP;
    hipTextureObject_t texture;
    GIVES("Texture", "hipTexObjectCreate makes a texture of an array", hipTexObjectCreate(&texture, &resource, &how, nullptr), hipSuccess);
    float *out, got[width * height];
    NEED(hipMalloc(&out, sizeof got));
    read_texels<<<height, width>>>(texture, out, width);
    NEED(hipMemcpy(got, out, sizeof got, hipMemcpyDeviceToHost));
    CASE("Texture", "hipTexObjectCreate: kernels read the array's elements", std::vector<float>(got, got + width * height) == in);
    NEED(hipTexObjectGetResourceDesc(&told, texture));
    CASE("Texture", "hipTexObjectGetResourceDesc gives the array", told.resType == HIP_RESOURCE_TYPE_ARRAY && told.res.array.hArray == array);
    NEED(hipTexObjectGetTextureDesc(&read, texture));
    CASE("Texture", "hipTexObjectGetTextureDesc gives how the texture is read", read.addressMode[0] == HIP_TR_ADDRESS_MODE_CLAMP);
    GIVES("Texture", "hipTexObjectDestroy succeeds", hipTexObjectDestroy(texture), hipSuccess);
    GIVES("Texture", "hipTexObjectCreate into no variable: hipErrorInvalidValue", hipTexObjectCreate(nullptr, &resource, &how, nullptr),
          hipErrorInvalidValue);
    NEED(hipFree(out));
    // References are described by functions of their own; kernels read them where a program has some.
    textureReference reference{};
    GIVES("TextureD", "hipTexRefSetArray gives a reference an array", hipTexRefSetArray(&reference, array, HIP_TRSA_OVERRIDE_FORMAT), hipSuccess);
    GIVES("TextureD", "hipTexRefSetAddressMode sets how a dimension is continued", hipTexRefSetAddressMode(&reference, 1, hipAddressModeWrap), hipSuccess);
    hipTextureAddressMode mode{};
    NEED(hipTexRefGetAddressMode(&mode, &reference, 1));
    CASE("TextureD", "hipTexRefGetAddressMode gives what was set", mode == hipAddressModeWrap);
    GIVES("TextureD", "hipTexRefSetFilterMode sets the filter", hipTexRefSetFilterMode(&reference, hipFilterModeLinear), hipSuccess);
    GIVES("TextureD", "hipTexRefSetAddressMode without a reference: hipErrorInvalidValue", hipTexRefSetAddressMode(nullptr, 0, hipAddressModeWrap),
          hipErrorInvalidValue);
    GIVES("TextureD", "hipTexRefSetFilterMode without a reference: hipErrorInvalidValue", hipTexRefSetFilterMode(nullptr, hipFilterModePoint),
          hipErrorInvalidValue);
    NEED(hipFreeArray(array));
}

int main() {
    arrays();
    pitches();
    textures();
    return end_of_cases("driver-arrays");
}
