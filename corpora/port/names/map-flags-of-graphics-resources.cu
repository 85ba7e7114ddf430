// Map flags have the values of the flags of registration, which HIP has alone.
#include <cuda.h>
#include <cuda_runtime.h>

unsigned int runtime_flags(bool discard) {
    cudaGraphicsMapFlags flags = discard ? cudaGraphicsMapFlagsWriteDiscard : cudaGraphicsMapFlagsNone;
    return flags | cudaGraphicsMapFlagsReadOnly;
}

unsigned int driver_flags(bool discard) {
    CUgraphicsMapResourceFlags flags = discard ? CU_GRAPHICS_MAP_RESOURCE_FLAGS_WRITE_DISCARD : CU_GRAPHICS_MAP_RESOURCE_FLAGS_NONE;
    return flags | CU_GRAPHICS_MAP_RESOURCE_FLAGS_READ_ONLY;
}
