// A texture, which GPUs for computing have no instructions for.
// check with: --as gfx942
#include "bug.h"

__global__ void read(cudaTextureObject_t texture, const float *plain, float *out) {
    out[threadIdx.x] = BUG(tex1Dfetch<float>(texture, threadIdx.x), plain[threadIdx.x]);
}

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
    BUG(cudaCreateTextureObject(&texture, &resource, &sampling, nullptr), (void)sampling); // check: api/no-images
    read<<<1, 64>>>(texture, in, out);
    cudaDeviceSynchronize();
    BUG(cudaDestroyTextureObject(texture), 0);
    cudaFree(in);
    cudaFree(out);
}
