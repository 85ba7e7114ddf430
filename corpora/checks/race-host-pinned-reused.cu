// A pinned buffer is filled anew while it is copied.
#include "bug.h"

int main() {
    const int n = 4096, rounds = 3;
    int *device, *host;
    cudaMalloc(&device, rounds * n * sizeof(int));
    cudaMallocHost(&host, n * sizeof(int));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < n; i++) host[i] = round * i; // check: race/host
        cudaMemcpyAsync(device + round * n, host, n * sizeof(int), cudaMemcpyHostToDevice, stream);
        BUG(, cudaStreamSynchronize(stream));
    }
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFree(device);
    cudaFreeHost(host);
}
