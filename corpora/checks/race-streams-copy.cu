// An array is copied to the host in one stream while a kernel of another one still writes it. Halves of one array, each in its own stream, are right.
#include "bug.h"

__global__ void scale(float *p, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] *= 2;
}

int main() {
    const int n = 512;
    float *p, *host;
    cudaMalloc(&p, 2 * n * sizeof(float));
    cudaMallocHost(&host, 2 * n * sizeof(float));
    cudaMemset(p, 0, 2 * n * sizeof(float));
    cudaDeviceSynchronize();
    cudaStream_t streams[2];
    for (auto &stream : streams) cudaStreamCreate(&stream);
    for (int half = 0; half < 2; half++) {
        scale<<<4, 128, 0, streams[half]>>>(p + half * n, n);
        cudaMemcpyAsync(host + half * n, p + half * n, n * sizeof(float), cudaMemcpyDeviceToHost, streams[BUG(0, half)]); // check: race/streams
    }
    cudaDeviceSynchronize();
    for (auto &stream : streams) cudaStreamDestroy(stream);
    cudaFree(p);
    cudaFreeHost(host);
}
