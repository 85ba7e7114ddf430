// An object's destructor destroys its stream, in which a copy from the device waits for a kernel.
#include "bug.h"

struct Stream {
    cudaStream_t handle;
    Stream() { cudaStreamCreate(&handle); }
    ~Stream() {
        cudaStreamDestroy(handle); // check: api/destroyed-in-use
    }
};

__global__ void slow(int *p) {
    const long long end = clock64() + 300000000;
    while (clock64() < end) {
    }
    *p = 1;
}

int main() {
    int *p, *host;
    cudaMalloc(&p, sizeof(int));
    cudaMallocHost(&host, sizeof(int));
    {
        Stream stream;
        slow<<<1, 1, 0, stream.handle>>>(p);
        cudaMemcpyAsync(host, p, sizeof(int), cudaMemcpyDeviceToHost, stream.handle);
        BUG(, cudaStreamSynchronize(stream.handle));
    }
    cudaDeviceSynchronize();
    cudaFree(p);
    cudaFreeHost(host);
}
