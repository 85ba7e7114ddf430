// Copies and kernels of 32 streams, numbered by i % 32.
// run: wave-any
#include "support.h"

constexpr int STREAMS = 32, CHUNK = 1024;

__global__ void scale(float *x, float by, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= by;
}

int main() {
    const int chunks = 50;
    float *host = nullptr, *device = nullptr;
    CUDA_CHECK(cudaMallocHost(&host, chunks * CHUNK * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&device, chunks * CHUNK * sizeof(float)));
    for (int i = 0; i < chunks * CHUNK; i++) host[i] = (float)(i / CHUNK);
    cudaStream_t streams[STREAMS];
    for (auto &stream : streams) CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (int c = 0; c < chunks; c++) {
        cudaStream_t stream = streams[c & 31];
        const size_t bytes = CHUNK * sizeof(float);
        CUDA_CHECK(cudaMemcpyAsync(device + c * CHUNK, host + c * CHUNK, bytes, cudaMemcpyHostToDevice, stream));
        scale<<<CHUNK / 256, 256, 0, stream>>>(device + c * CHUNK, 2, CHUNK);
        CUDA_CHECK(cudaMemcpyAsync(host + c * CHUNK, device + c * CHUNK, bytes, cudaMemcpyDeviceToHost, stream));
    }
    finish();
    bool right = true;
    for (int i = 0; i < chunks * CHUNK; i++) right = right && host[i] == 2.0f * (i / CHUNK);
    for (auto stream : streams) CUDA_CHECK(cudaStreamDestroy(stream));
    CUDA_CHECK(cudaFree(device));
    CUDA_CHECK(cudaFreeHost(host));
    return report("streams", right);
}
