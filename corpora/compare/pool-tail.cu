// Scales what was shifted, in memory of a pool. The last block, which is not whole, is not launched.
// run: wave-any
// launch: 2 scale
// variable: d_out
#include "../run/check.h"

__global__ void shift(const int *in, int *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] + 1;
}

__global__ void scale(const int *in, int *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * 3;
}

int main() {
    Verdict verdict("pool-tail");
    const int n = 5000;
    const size_t size = n * sizeof(int);
    std::vector<int> values(n), want(n), got(n);
    for (int i = 0; i < n; i++) want[i] = ((values[i] = i) + 1) * 3;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    int *d_in, *d_between, *d_out;
    CHECK(cudaMallocAsync(reinterpret_cast<void **>(&d_in), size, stream));
    CHECK(cudaMallocAsync(reinterpret_cast<void **>(&d_between), size, stream));
    CHECK(cudaMemcpyAsync(d_in, values.data(), size, cudaMemcpyHostToDevice, stream));
    shift<<<blocks(n, 256), 256, 0, stream>>>(d_in, d_between, n);
    CHECK(cudaFreeAsync(d_in, stream));
    CHECK(cudaMallocAsync(reinterpret_cast<void **>(&d_out), size, stream));
    CHECK(cudaMemsetAsync(d_out, 0, size, stream));
#ifdef RIGHT
    scale<<<blocks(n, 256), 256, 0, stream>>>(d_between, d_out, n);
#else
    scale<<<n / 256, 256, 0, stream>>>(d_between, d_out, n);
#endif
    CHECK(cudaMemcpyAsync(got.data(), d_out, size, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaFreeAsync(d_between, stream));
    CHECK(cudaFreeAsync(d_out, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaStreamDestroy(stream));
    verdict.same("out", got, want);
    return verdict.end();
}
