#include <cuda_runtime.h>

// CUDA has a template for pointers of all types, HIP only takes `void**`.
float *mapped(float *pinned) {
    float *device = nullptr;
    cudaHostGetDevicePointer(&device, pinned, 0);
    cudaHostGetDevicePointer((void **)&device, pinned, 0);
    return device;
}
