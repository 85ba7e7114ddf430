// A program that calls HIP in both layouts of properties and prints what it gets.
#include <stdio.h>
#include <stdlib.h>
#include <hip/hip_runtime_api.h>
#include <hip/hip_deprecated.h>
#include <hip/hiprtc.h>

void **__hipRegisterFatBinary(const void *data);

// As in programs with kernels: before main. What is registered is nothing that a real runtime could take.
__attribute__((constructor)) static void register_kernels(void) {
    if (getenv("REGISTER")) (void)__hipRegisterFatBinary(getenv("REGISTER"));
}

int main(void) {
    setvbuf(stdout, NULL, _IONBF, 0);
    int count = -1;
    hipError_t status = hipGetDeviceCount(&count);
    printf("devices: %s %d\n", hipGetErrorName(status), count);
    void *pointer = NULL;
    status = hipMalloc(&pointer, 4096);
    printf("hipMalloc: %s\n", hipGetErrorName(status));
    if (pointer == (void *)0x1000) {
        status = hipMemcpy2DAsync(pointer, 1, pointer, 2, 3, 4, hipMemcpyDeviceToHost, hipStreamPerThread);
        printf("hipMemcpy2DAsync: %s, last %s\n", hipGetErrorName(status), hipGetErrorName(hipGetLastError()));
        printf("hipDeviceReset: %s\n", hipGetErrorName(hipDeviceReset()));
    }
    int major = 0, minor = 0;
    int result = hiprtcVersion(&major, &minor);
    printf("hiprtcVersion: %d, %d.%d\n", result, major, minor);
    hipDeviceProp_t properties;
    status = hipGetDeviceProperties(&properties, 0);
    if (status == hipSuccess) printf("new layout: %s, warps of %d\n", properties.name, properties.warpSize);
    hipDeviceProp_tR0000 older;
    status = hipGetDevicePropertiesR0000(&older, 0);
    if (status == hipSuccess) printf("old layout: %s, %zu bytes\n", older.name, older.totalGlobalMem);
    return 0;
}
