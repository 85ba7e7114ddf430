#include <cuda_runtime_api.h>
#include <string>

std::string device_name() {
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, 0);
    return properties.name;
}
