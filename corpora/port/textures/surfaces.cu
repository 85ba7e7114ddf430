#include <cuda_runtime.h>

__global__ void write(cudaSurfaceObject_t surface) { surf2Dwrite(1.0f, surface, int(threadIdx.x * sizeof(float)), 0); }

cudaSurfaceObject_t make(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t surface = 0;
    cudaCreateSurfaceObject(&surface, &resource);
    return surface;
}
