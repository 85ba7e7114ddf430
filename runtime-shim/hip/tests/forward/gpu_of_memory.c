// A HIP runtime whose GPU is this processor: its kernels are host functions, and its memory is the process's own at addresses of its
// own. What a record of a run on a GPU is tested with.
#include <stdlib.h>
#include <string.h>
#include <hip/hip_runtime_api.h>

hipError_t hipGetDeviceCount(int *count) {
    *count = 1;
    return hipSuccess;
}

hipError_t hipDeviceGetAttribute(int *value, hipDeviceAttribute_t attribute, int device) {
    *value = attribute == hipDeviceAttributeWarpSize ? 64 : device;
    return hipSuccess;
}

hipError_t hipMalloc(void **pointer, size_t size) {
    *pointer = malloc(size);
    memset(*pointer, 0xee, size);
    return hipSuccess;
}

hipError_t hipFree(void *pointer) {
    free(pointer);
    return hipSuccess;
}

hipError_t hipMemset(void *pointer, int value, size_t size) {
    memset(pointer, value, size);
    return hipSuccess;
}

hipError_t hipMemcpy(void *to, const void *from, size_t size, hipMemcpyKind kind) {
    (void)kind;
    memcpy(to, from, size);
    return hipSuccess;
}

hipError_t hipDeviceSynchronize(void) { return hipSuccess; }

hipError_t hipLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared, hipStream_t stream) {
    (void)block, (void)shared, (void)stream;
    for (unsigned i = 0; i < grid.x; i++) ((void (*)(void **, unsigned))function)(arguments, i);
    return hipSuccess;
}

void **__hipRegisterFatBinary(const void *data) {
    (void)data;
    return (void **)0x2000;
}

void __hipRegisterFunction(void **modules, const void *host, char *device, const char *name, unsigned limit, void *thread,
    void *block, dim3 *block_dim, dim3 *grid_dim, int *warp_size) {
    (void)modules, (void)host, (void)device, (void)name, (void)limit, (void)thread, (void)block, (void)block_dim, (void)grid_dim,
        (void)warp_size;
}
