#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t texture, float *out) {
    out[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 0.5f) + tex1Dfetch<float>(texture, threadIdx.x);
}

cudaTextureObject_t make(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    description.addressMode[0] = cudaAddressModeClamp;
    description.filterMode = cudaFilterModeLinear;
    description.readMode = cudaReadModeElementType;
    description.normalizedCoords = 0;
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &description, nullptr);
    return texture;
}
