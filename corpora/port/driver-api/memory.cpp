#include <cuda.h>

int copy(const float *from, float *to, size_t bytes) {
    CUdeviceptr device;
    cuMemAlloc(&device, bytes);
    cuMemcpyHtoD(device, from, bytes);
    cuMemcpyDtoH(to, device, bytes);
    cuMemsetD32(device, 0, bytes / 4);
    cuMemFree(device);
    void *pinned = nullptr;
    cuMemAllocHost(&pinned, bytes);
    cuMemFreeHost(pinned);
    return 0;
}
