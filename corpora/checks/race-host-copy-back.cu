// What is copied back in a stream is read after another stream has been waited for.
#include "bug.h"

__global__ void fill(int *p) { p[threadIdx.x] = threadIdx.x; }

int main() {
    int *device, *host;
    cudaMalloc(&device, 128 * sizeof(int));
    cudaMallocHost(&host, 128 * sizeof(int));
    cudaStream_t work, other;
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    fill<<<1, 128, 0, work>>>(device);
    cudaMemcpyAsync(host, device, 128 * sizeof(int), cudaMemcpyDeviceToHost, work);
    cudaStreamSynchronize(BUG(other, work));
    printf("%d\n", host[127]); // check: race/host
    cudaDeviceSynchronize();
    cudaStreamDestroy(work);
    cudaStreamDestroy(other);
    cudaFree(device);
    cudaFreeHost(host);
}
