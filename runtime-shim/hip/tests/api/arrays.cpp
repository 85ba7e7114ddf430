// Arrays, copies in two and three dimensions, descriptions of textures and surfaces.
#include "check.h"

static const hipChannelFormatDesc FLOATS = {32, 0, 0, 0, hipChannelFormatKindFloat};
static const hipChannelFormatDesc BYTES4 = {8, 8, 8, 8, hipChannelFormatKindUnsigned};

static void describes_arrays() {
    hipArray_t array;
    CHECK(hipMallocArray(&array, &BYTES4, 7, 5, hipArraySurfaceLoadStore));
    hipChannelFormatDesc desc;
    hipExtent extent;
    unsigned flags;
    CHECK(hipArrayGetInfo(&desc, &extent, &flags, array));
    TRUE(desc.x == 8 && desc.w == 8 && desc.f == hipChannelFormatKindUnsigned);
    TRUE(extent.width == 7 && extent.height == 5 && extent.depth == 0 && flags == hipArraySurfaceLoadStore);
    HIP_ARRAY3D_DESCRIPTOR driver;
    CHECK(hipArray3DGetDescriptor(&driver, array));
    TRUE(driver.Width == 7 && driver.Height == 5 && driver.Format == HIP_AD_FORMAT_UNSIGNED_INT8 && driver.NumChannels == 4);
    CHECK(hipFreeArray(array));
    FAILS(hipFreeArray(array), hipErrorContextIsDestroyed);
    FAILS(hipArrayGetInfo(&desc, &extent, &flags, array), hipErrorInvalidHandle);
    FAILS(hipFreeArray(nullptr), hipErrorInvalidValue);
    hipChannelFormatDesc three = {8, 8, 8, 0, hipChannelFormatKindUnsigned};
    FAILS(hipMallocArray(&array, &three, 7, 5, 0), hipErrorInvalidValue);
    FAILS(hipMallocArray(&array, &FLOATS, 0, 5, 0), hipErrorInvalidValue);
    FAILS(hipMalloc3DArray(&array, &FLOATS, make_hipExtent(4, 8, 6), hipArrayCubemap), hipErrorInvalidValue);
    FAILS(hipMallocArray(nullptr, &FLOATS, 4, 4, 0), hipErrorInvalidValue);
    HIP_ARRAY_DESCRIPTOR made = {16, 4, HIP_AD_FORMAT_HALF, 2};
    CHECK(hipArrayCreate(&array, &made));
    CHECK(hipArrayDestroy(array));
}

static void copies_rows() {
    enum { W = 100, H = 7 };
    static float host[H][W], back[H][W];
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) host[y][x] = float(y * W + x);
    void *pitched;
    size_t pitch;
    CHECK(hipMallocPitch(&pitched, &pitch, W * 4, H));
    TRUE(pitch >= W * 4);
    CHECK(hipMemcpy2D(pitched, pitch, host, W * 4, W * 4, H, hipMemcpyHostToDevice));
    TRUE(reinterpret_cast<float *>(static_cast<char *>(pitched) + 3 * pitch)[5] == host[3][5]);
    CHECK(hipMemcpy2DAsync(back, W * 4, pitched, pitch, W * 4, H, hipMemcpyDeviceToHost, nullptr));
    TRUE(memcmp(host, back, sizeof host) == 0);
    FAILS(hipMemcpy2D(pitched, 10, host, W * 4, W * 4, H, hipMemcpyHostToDevice), hipErrorInvalidPitchValue);
    FAILS(hipMemcpy2D(pitched, pitch, host, W * 4, W * 4, H, (hipMemcpyKind)77), hipErrorInvalidMemcpyDirection);
    CHECK(hipMemcpy2D(pitched, pitch, host, W * 4, 0, H, hipMemcpyHostToDevice));
    hipArray_t array, other;
    CHECK(hipMallocArray(&array, &FLOATS, W, H, 0));
    CHECK(hipMallocArray(&other, &FLOATS, W, H, 0));
    CHECK(hipMemcpy2DToArray(array, 0, 0, pitched, pitch, W * 4, H, hipMemcpyDeviceToDevice));
    CHECK(hipMemcpy2DArrayToArray(other, 0, 0, array, 0, 0, W * 4, H, hipMemcpyDeviceToDevice));
    memset(back, 0, sizeof back);
    CHECK(hipMemcpy2DFromArray(back, W * 4, other, 8, 1, 12, 2, hipMemcpyDeviceToHost));
    TRUE(back[0][0] == host[1][2] && back[1][2] == host[2][4] && back[0][3] == 0);
    FAILS(hipMemcpy2DFromArray(back, W * 4, other, 8, 0, W * 4, 1, hipMemcpyDeviceToHost), hipErrorInvalidValue);
    CHECK(hipMemcpyToArray(array, 0, 0, back, sizeof back, hipMemcpyHostToDevice));
    CHECK(hipMemcpyFromArray(host, array, 0, 0, sizeof host, hipMemcpyDeviceToHost));
    TRUE(memcmp(host, back, sizeof host) == 0);
    float few[3] = {7, 8, 9}, got[3];
    CHECK(hipMemcpyHtoA(array, 16, few, sizeof few));
    CHECK(hipMemcpyAtoH(got, array, 16, sizeof got));
    TRUE(memcmp(few, got, sizeof few) == 0);
    FAILS(hipMemcpyAtoH(got, array, sizeof host, 4), hipErrorInvalidValue);
    hip_Memcpy2D params = {};
    params.srcMemoryType = hipMemoryTypeArray;
    params.srcArray = array;
    params.srcXInBytes = 16;
    params.dstMemoryType = hipMemoryTypeHost;
    params.dstHost = got;
    params.WidthInBytes = sizeof got;
    params.Height = 1;
    memset(got, 0, sizeof got);
    CHECK(hipMemcpyParam2D(&params));
    TRUE(memcmp(few, got, sizeof few) == 0);
    CHECK(hipFreeArray(array));
    CHECK(hipFreeArray(other));
    CHECK(hipFree(pitched));
}

static void copies_boxes() {
    enum { W = 6, H = 5, D = 4 };
    static int host[D][H][W], back[D][H][W];
    for (int i = 0; i < W * H * D; i++) (&host[0][0][0])[i] = i;
    hipPitchedPtr memory;
    CHECK(hipMalloc3D(&memory, make_hipExtent(W * 4, H, D)));
    TRUE(memory.pitch >= W * 4 && memory.xsize == W * 4 && memory.ysize == H);
    hipMemcpy3DParms in = {};
    in.srcPtr = make_hipPitchedPtr(host, W * 4, W, H);
    in.dstPtr = memory;
    in.extent = make_hipExtent(W * 4, H, D);
    in.kind = hipMemcpyHostToDevice;
    CHECK(hipMemcpy3D(&in));
    hipChannelFormatDesc ints = {32, 0, 0, 0, hipChannelFormatKindSigned};
    hipArray_t array;
    CHECK(hipMalloc3DArray(&array, &ints, make_hipExtent(W, H, D), 0));
    hipMemcpy3DParms mid = {};
    mid.srcPtr = memory;
    mid.dstArray = array;
    mid.extent = make_hipExtent(W, H, D);
    mid.kind = hipMemcpyDeviceToDevice;
    CHECK(hipMemcpy3D(&mid));
    hipMemcpy3DParms out = {};
    out.srcArray = array;
    out.srcPos = make_hipPos(1, 2, 3);
    out.dstPtr = make_hipPitchedPtr(back, W * 4, W, H);
    out.dstPos = make_hipPos(4, 1, 0);
    out.extent = make_hipExtent(2, 2, 1);
    out.kind = hipMemcpyDeviceToHost;
    CHECK(hipMemcpy3DAsync(&out, nullptr));
    CHECK(hipDeviceSynchronize());
    TRUE(back[0][1][1] == host[3][2][1] && back[0][2][2] == host[3][3][2] && back[0][1][3] == 0);
    out.srcPos = make_hipPos(5, 0, 0);
    FAILS(hipMemcpy3D(&out), hipErrorInvalidValue);
    HIP_MEMCPY3D driver = {};
    driver.srcMemoryType = hipMemoryTypeArray;
    driver.srcArray = array;
    driver.dstMemoryType = hipMemoryTypeHost;
    driver.dstHost = back;
    driver.dstPitch = W * 4;
    driver.dstHeight = H;
    driver.WidthInBytes = W * 4;
    driver.Height = H;
    driver.Depth = D;
    CHECK(hipDrvMemcpy3D(&driver));
    TRUE(memcmp(host, back, sizeof host) == 0);
    CHECK(hipFree(memory.ptr));
    CHECK(hipFreeArray(array));
}

static void has_mip_levels() {
    hipMipmappedArray_t mipmap;
    CHECK(hipMallocMipmappedArray(&mipmap, &FLOATS, make_hipExtent(16, 8, 0), 3, 0));
    hipArray_t level;
    CHECK(hipGetMipmappedArrayLevel(&level, mipmap, 2));
    hipExtent extent;
    CHECK(hipArrayGetInfo(nullptr, &extent, nullptr, level));
    TRUE(extent.width == 4 && extent.height == 2);
    FAILS(hipGetMipmappedArrayLevel(&level, mipmap, 3), hipErrorInvalidValue);
    // A view of it, on AMD's runtime.
    CHECK(hipFreeArray(level));
    CHECK(hipGetMipmappedArrayLevel(&level, mipmap, 2));
    float in[8] = {1, 2, 3, 4, 5, 6, 7, 8}, out[8];
    CHECK(hipMemcpy2DToArray(level, 0, 0, in, 16, 16, 2, hipMemcpyHostToDevice));
    CHECK(hipMemcpy2DFromArray(out, 16, level, 0, 0, 16, 2, hipMemcpyDeviceToHost));
    TRUE(memcmp(in, out, sizeof in) == 0);
    CHECK(hipFreeMipmappedArray(mipmap));
    FAILS(hipArrayGetInfo(nullptr, &extent, nullptr, level), hipErrorInvalidHandle);
}

static void describes_textures() {
    hipArray_t array;
    CHECK(hipMallocArray(&array, &BYTES4, 8, 8, 0));
    hipResourceDesc resource = {};
    resource.resType = hipResourceTypeArray;
    resource.res.array.array = array;
    hipTextureDesc sampling = {};
    sampling.addressMode[0] = sampling.addressMode[1] = hipAddressModeMirror;
    sampling.filterMode = hipFilterModeLinear;
    sampling.readMode = hipReadModeNormalizedFloat;
    sampling.normalizedCoords = 1;
    hipTextureObject_t texture;
    CHECK(hipCreateTextureObject(&texture, &resource, &sampling, nullptr));
    hipTextureDesc got;
    CHECK(hipGetTextureObjectTextureDesc(&got, texture));
    TRUE(memcmp(&got, &sampling, sizeof got) == 0);
    hipResourceDesc from;
    CHECK(hipGetTextureObjectResourceDesc(&from, texture));
    TRUE(from.resType == hipResourceTypeArray && from.res.array.array == array);
    CHECK(hipDestroyTextureObject(texture));
    FAILS(hipDestroyTextureObject(texture), hipErrorInvalidHandle);
    sampling.readMode = hipReadModeElementType;
    FAILS(hipCreateTextureObject(&texture, &resource, &sampling, nullptr), hipErrorInvalidValue);
    sampling.filterMode = hipFilterModePoint;
    hipResourceViewDesc view = {};
    view.format = hipResViewFormatUnsignedInt1;
    view.width = view.height = 8;
    CHECK(hipCreateTextureObject(&texture, &resource, &sampling, &view));
    hipResourceViewDesc seen;
    CHECK(hipGetTextureObjectResourceViewDesc(&seen, texture));
    TRUE(seen.format == hipResViewFormatUnsignedInt1);
    CHECK(hipDestroyTextureObject(texture));
    view.format = hipResViewFormatFloat2;
    FAILS(hipCreateTextureObject(&texture, &resource, &sampling, &view), hipErrorInvalidValue);
    HIP_RESOURCE_DESC driver = {};
    driver.resType = HIP_RESOURCE_TYPE_ARRAY;
    driver.res.array.hArray = array;
    HIP_TEXTURE_DESC driver_sampling = {};
    driver_sampling.flags = HIP_TRSF_NORMALIZED_COORDINATES;
    driver_sampling.filterMode = HIP_TR_FILTER_MODE_LINEAR;
    CHECK(hipTexObjectCreate(&texture, &driver, &driver_sampling, nullptr));
    HIP_TEXTURE_DESC driver_got;
    CHECK(hipTexObjectGetTextureDesc(&driver_got, texture));
    TRUE(driver_got.flags == HIP_TRSF_NORMALIZED_COORDINATES && driver_got.filterMode == HIP_TR_FILTER_MODE_LINEAR);
    CHECK(hipTexObjectDestroy(texture));
    hipSurfaceObject_t surface;
    CHECK(hipCreateSurfaceObject(&surface, &resource));
    CHECK(hipDestroySurfaceObject(surface));
    resource.resType = hipResourceTypeLinear;
    FAILS(hipCreateSurfaceObject(&surface, &resource), hipErrorInvalidValue);
    CHECK(hipFreeArray(array));
    FAILS(hipTexObjectCreate(&texture, &driver, &driver_sampling, nullptr), hipErrorInvalidHandle);
}

static void keeps_references() {
    static textureReference reference = {};
    reference.channelDesc = FLOATS;
    reference.addressMode[0] = hipAddressModeClamp;
    float *memory = device_memory<float>(64);
    size_t offset = 5;
    CHECK(hipBindTexture(&offset, &reference, memory, &FLOATS, 64 * sizeof(float)));
    TRUE(offset == 0 && reference.textureObject != nullptr);
    hipDeviceptr_t address;
    CHECK(hipTexRefGetAddress(&address, &reference));
    TRUE(address == memory);
    CHECK(hipUnbindTexture(&reference));
    TRUE(reference.textureObject == nullptr);
    FAILS(hipTexRefGetAddress(&address, &reference), hipErrorInvalidValue);
    float color[4] = {1, 2, 3, 4}, got[4];
    CHECK(hipTexRefSetBorderColor(&reference, color));
    CHECK(hipTexRefGetBorderColor(got, &reference));
    TRUE(got[3] == 4);
    CHECK(hipTexRefSetFlags(&reference, HIP_TRSF_NORMALIZED_COORDINATES));
    unsigned flags;
    CHECK(hipTexRefGetFlags(&flags, &reference));
    TRUE(flags == HIP_TRSF_NORMALIZED_COORDINATES && reference.normalized == 1);
    CHECK(hipTexRefSetFormat(&reference, HIP_AD_FORMAT_UNSIGNED_INT8, 4));
    TRUE(reference.channelDesc.w == 8 && reference.channelDesc.f == hipChannelFormatKindUnsigned);
    hipArray_t array, bound;
    CHECK(hipMallocArray(&array, &FLOATS, 8, 8, 0));
    CHECK(hipTexRefSetArray(&reference, array, HIP_TRSA_OVERRIDE_FORMAT));
    CHECK(hipTexRefGetArray(&bound, &reference));
    TRUE(bound == array);
    CHECK(hipUnbindTexture(&reference));
    CHECK(hipFreeArray(array));
    CHECK(hipFree(memory));
}

int main() {
    describes_arrays();
    copies_rows();
    copies_boxes();
    has_mip_levels();
    describes_textures();
    keeps_references();
    return 0;
}
