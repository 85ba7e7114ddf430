// Allocations in stream order and a memory pool whose threshold is raised.
// run: wave-any
#include "check.h"

__global__ void fill(int *v, int n, int with) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] = with + i;
}

__global__ void sum(const int *a, const int *b, int *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a[i] + b[i];
}

int main() {
    Verdict verdict("async-allocation");
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    cudaMemPool_t pool;
    CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
    unsigned long long keep = 1 << 20, kept = 0;
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
    CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept));
    verdict.same("threshold", kept, keep);
    const int n = 5000;
    std::vector<int> got(n), want(n);
    for (int turn = 0; turn < 5; turn++) {
        int *a, *b, *c;
        CHECK(cudaMallocAsync(reinterpret_cast<void **>(&a), n * sizeof(int), stream));
        CHECK(cudaMallocAsync(reinterpret_cast<void **>(&b), n * sizeof(int), stream));
        fill<<<blocks(n, 256), 256, 0, stream>>>(a, n, turn);
        fill<<<blocks(n, 256), 256, 0, stream>>>(b, n, 10);
        CHECK(cudaMallocAsync(reinterpret_cast<void **>(&c), n * sizeof(int), stream));
        sum<<<blocks(n, 256), 256, 0, stream>>>(a, b, c, n);
        CHECK(cudaFreeAsync(a, stream));
        CHECK(cudaFreeAsync(b, stream));
        CHECK(cudaMemcpyAsync(got.data(), c, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
        CHECK(cudaFreeAsync(c, stream));
        CHECK(cudaStreamSynchronize(stream));
        for (int i = 0; i < n; i++) want[i] = 2 * i + turn + 10;
        verdict.same("sum", got, want);
    }
    CHECK(cudaMemPoolTrimTo(pool, 0));
    CHECK(cudaStreamDestroy(stream));
    return verdict.end();
}
