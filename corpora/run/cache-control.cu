// Limits and preferences of the device: what was set is read back where the API promises it.
// run: wave-any
// targets: cpu (HIP 5.2 lacks stack limits and persisting accesses)
#include "check.h"

__global__ void copy(const int *from, int *to) { to[threadIdx.x] = from[threadIdx.x]; }

int main() {
    Verdict verdict("cache-control");
    size_t heap = 0;
    CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32 << 20));
    CHECK(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize));
    verdict.holds("the heap is as large as asked", heap >= (32u << 20));
    CHECK(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
    cudaFuncCache config;
    CHECK(cudaDeviceGetCacheConfig(&config));
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    Array<int> from(std::vector<int>(64, 5)), to(64);
    cudaStreamAttrValue window = {};
    window.accessPolicyWindow.base_ptr = from.p;
    window.accessPolicyWindow.num_bytes = 64 * sizeof(int);
    window.accessPolicyWindow.hitRatio = 1;
    window.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    window.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    // A hint: a device may refuse it, and the result is the same.
    (void)cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &window);
    (void)cudaGetLastError();
    copy<<<1, 64, 0, stream>>>(from.p, to.p);
    CHECK(cudaStreamSynchronize(stream));
    verdict.same("copied", to.host(), std::vector<int>(64, 5));
    CHECK(cudaStreamDestroy(stream));
    return verdict.end();
}
