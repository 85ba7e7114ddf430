// compile: needs hip-5.5
#include <cstdio>
#include <cuda.h>

int report(CUdevice device) {
    int major = 0, minor = 0;
    char name[64];
    cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
    CUresult result = cuDeviceGetName(name, sizeof name, device);
    const char *text = nullptr;
    if (result != CUDA_SUCCESS) cuGetErrorString(result, &text);
    std::printf("%s %d.%d %s\n", name, major, minor, text ? text : "");
    return result == CUDA_ERROR_INVALID_DEVICE;
}
