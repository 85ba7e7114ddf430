#include <cuda_runtime.h>

int fields() {
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    return prop.sparseCudaArraySupported           // fires
           + prop.singleToDoublePrecisionPerfRatio // fires
           + prop.accessPolicyMaxWindowSize        // fires
           + prop.sharedMemPerBlockOptin + prop.warpSize;
}

struct Mine {
    int sparseCudaArraySupported;
};
int mine(Mine m) { return m.sparseCudaArraySupported; }
