#include <cuda_runtime.h>

struct Device {
    int cudaDeviceSynchronize() { return ::cudaDeviceSynchronize(); }
};
