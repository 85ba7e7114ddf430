// Prints what a device is, warps included, and needs none of it.
// run: wave-any
#include "support.h"

int main() {
    int count = 0;
    CUDA_CHECK(cudaGetDeviceCount(&count));
    for (int d = 0; d < count; d++) {
        cudaDeviceProp prop;
        CUDA_CHECK(cudaGetDeviceProperties(&prop, d));
        std::printf("%s: warps of %d, %d multiprocessors, %zu bytes of shared memory a block\n", prop.name, prop.warpSize,
                    prop.multiProcessorCount, prop.sharedMemPerBlock);
        int width = 0;
        CUDA_CHECK(cudaDeviceGetAttribute(&width, cudaDevAttrWarpSize, d));
        if (width != prop.warpSize) return report("device-queries", false);
        const int block = width * 4, resident = prop.maxThreadsPerMultiProcessor / block;
        std::printf("%d blocks of %d threads fit a multiprocessor\n", resident, block);
    }
    return report("device-queries", count > 0);
}
