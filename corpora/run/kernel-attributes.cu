// What the API tells of kernels: attributes, the launch bounds among them, cache and shared memory preferences.
// run: wave-any
#include "check.h"

__global__ void __launch_bounds__(128) bounded(int *out) {
    __shared__ int s[100];
    s[threadIdx.x % 100] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x % 100];
}

__global__ void dynamic(float *out) {
    extern __shared__ float s[];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

int main() {
    Verdict verdict("kernel-attributes");
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, bounded));
    verdict.same("static shared memory", attributes.sharedSizeBytes, size_t(400));
    verdict.same("threads of the bounded kernel", attributes.maxThreadsPerBlock, 128);
    CHECK(cudaFuncGetAttributes(&attributes, dynamic));
    verdict.same("no static shared memory", attributes.sharedSizeBytes, size_t(0));
    verdict.same("threads of the other", attributes.maxThreadsPerBlock, 1024);
    CHECK(cudaFuncSetCacheConfig(dynamic, cudaFuncCachePreferShared));
    CHECK(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 32 * 1024));
    Array<float> out(256);
    dynamic<<<1, 256, 32 * 1024>>>(out.p);
    std::vector<float> want(256);
    for (int i = 0; i < 256; i++) want[i] = 255 - i;
    verdict.same("reversed", out.host(), want);
    Array<int> numbers(100);
    bounded<<<1, 100>>>(numbers.p);
    std::vector<int> same(100);
    for (int i = 0; i < 100; i++) same[i] = i;
    verdict.same("bounded", numbers.host(), same);
    return verdict.end();
}
