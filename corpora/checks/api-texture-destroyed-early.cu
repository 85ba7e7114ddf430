// A texture object is destroyed while a kernel reads it.
#include "bug.h"

__global__ void read(cudaTextureObject_t texture, float *out) { out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x); }

int main() {
    float *in, *out;
    cudaMalloc(&in, 64 * sizeof(float));
    cudaMalloc(&out, 64 * sizeof(float));
    cudaMemset(in, 0, 64 * sizeof(float));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = in;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = 64 * sizeof(float);
    cudaTextureDesc sampling = {};
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &sampling, nullptr);
    read<<<1, 64>>>(texture, out);
    BUG(, cudaDeviceSynchronize());
    cudaDestroyTextureObject(texture); // check: api/destroyed-in-use
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
