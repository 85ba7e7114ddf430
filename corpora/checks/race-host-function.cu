// A function of the host, called in one stream, reads what a copy in another one brings.
#include "bug.h"

static int seen;
static void look(void *data) { seen = static_cast<int *>(data)[7]; } // the function itself is no mistake

__global__ void fill(int *p) { p[threadIdx.x] = threadIdx.x; }

int main() {
    int *device, *host;
    cudaMalloc(&device, 64 * sizeof(int));
    cudaMallocHost(&host, 64 * sizeof(int));
    cudaStream_t work, other;
    cudaStreamCreate(&work);
    cudaStreamCreate(&other);
    fill<<<1, 64, 0, work>>>(device);
    cudaMemcpyAsync(host, device, 64 * sizeof(int), cudaMemcpyDeviceToHost, work);
    cudaLaunchHostFunc(BUG(other, work), look, host); // check: race/host
    cudaDeviceSynchronize();
    printf("%d\n", seen);
    cudaStreamDestroy(work);
    cudaStreamDestroy(other);
    cudaFree(device);
    cudaFreeHost(host);
}
