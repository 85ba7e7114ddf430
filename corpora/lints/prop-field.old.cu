// lint-options: --rocm 5.2
#include <cuda_runtime.h>

int fields(const cudaDeviceProp &prop) {
    return prop.sharedMemPerBlockOptin // fires
           + prop.warpSize;
}
