// Uses what newer toolkits have, and says nothing where it is missing.
// run: no
#include "support.h"

__global__ void ramp(float *x, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = (float)i;
}

static float *allocate(size_t bytes, cudaStream_t stream) {
    float *p = nullptr;
#if CUDART_VERSION >= 11020 // hazard: HIP5004
    CUDA_CHECK(cudaMallocAsync(&p, bytes, stream));
#else
    (void)stream;
    CUDA_CHECK(cudaMalloc(&p, bytes));
#endif
    return p;
}

int main() {
    const int n = 1000;
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    float *x = allocate(n * sizeof(float), stream);
    ramp<<<4, 256, 0, stream>>>(x, n);
    std::vector<float> got(n);
    CUDA_CHECK(cudaMemcpyAsync(got.data(), x, n * sizeof(float), cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    bool right = true;
    for (int i = 0; i < n; i++) right = right && got[i] == i;
    CUDA_CHECK(cudaFree(x));
    CUDA_CHECK(cudaStreamDestroy(stream));
    return report("toolkit-version", right);
}
