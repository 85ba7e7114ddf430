// Each thread's stream is destroyed at the end of a function that has waited for an event before its last copy.
#include "bug.h"

static void copy(float *device, float *host, int n) {
    cudaStream_t stream;
    cudaEvent_t event;
    cudaStreamCreate(&stream);
    cudaEventCreate(&event);
    cudaMemcpyAsync(device, host, n * sizeof(float), cudaMemcpyHostToDevice, stream);
    BUG(cudaEventRecord(event, stream), );
    cudaMemcpyAsync(host, device, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
    BUG(, cudaEventRecord(event, stream));
    cudaEventSynchronize(event);
    cudaEventDestroy(event);
    cudaStreamDestroy(stream); // check: api/destroyed-in-use
}

int main() {
    float *device, *host;
    cudaMalloc(&device, 64 * sizeof(float));
    cudaMallocHost(&host, 64 * sizeof(float));
    for (int i = 0; i < 64; i++) host[i] = i;
    copy(device, host, 64);
    cudaDeviceSynchronize();
    cudaFree(device);
    cudaFreeHost(host);
}
