// A texture object that outlives its array.
#include "bug.h"

int main() {
    float *p;
    cudaMalloc(&p, 256 * sizeof(float));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = p;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = 256 * sizeof(float);
    cudaTextureDesc texture = {};
    texture.readMode = cudaReadModeElementType;
    cudaTextureObject_t object = 0;
    cudaCreateTextureObject(&object, &resource, &texture, nullptr); // check: leak/handle
    BUG(cudaSuccess, cudaDestroyTextureObject(object));
    cudaFree(p);
}
