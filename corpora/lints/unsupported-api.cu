// A name that HIP lacks.
#include <cuda_runtime.h>

void depth() {
    cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4); // fires
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20);
}

#ifndef __HIP_PLATFORM_AMD__
void theirs() { cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4); }
#endif
