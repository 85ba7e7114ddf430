// A HIP runtime that only says what it is asked: what calls are forwarded to in tests. Its version decides which layout of
// properties it has.
#include <stdio.h>
#include <string.h>
#include <hip/hip_runtime_api.h>
#include <hip/hip_deprecated.h>
#undef hipGetDeviceProperties
#undef hipChooseDevice

hipError_t hipGetDeviceCount(int *count) {
    *count = DEVICES;
    return hipSuccess;
}

hipError_t hipMalloc(void **pointer, size_t size) {
    printf("stand-in: hipMalloc %zu\n", size);
    *pointer = (void *)0x1000;
    return hipSuccess;
}

hipError_t hipMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
    hipMemcpyKind kind, hipStream_t stream) {
    printf("stand-in: hipMemcpy2DAsync %p %zu %p %zu %zu %zu %d %p\n", dst, dpitch, src, spitch, width, height, kind,
        (void *)stream);
    return hipErrorInvalidPitchValue;
}

hipError_t hipGetLastError(void) { return hipErrorInvalidPitchValue; }

void **__hipRegisterFatBinary(const void *data) {
    printf("stand-in: __hipRegisterFatBinary %s\n", (const char *)data);
    return (void **)0x2000;
}

#if VERSION == 5
hipError_t hipGetDeviceProperties(hipDeviceProp_tR0000 *properties, int device) {
#else
hipError_t hipGetDevicePropertiesR0600(hipDeviceProp_t *properties, int device) {
#endif
    printf("stand-in: properties of %d\n", device);
    memset(properties, 0, sizeof *properties);
    strcpy(properties->name, "stand-in");
    properties->warpSize = 64;
    properties->totalGlobalMem = (size_t)5 << 30;
    return hipSuccess;
}
