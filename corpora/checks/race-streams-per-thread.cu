// Each thread of the host has a default stream of its own; what one of them fills another one's kernel reads without an event.
#include "bug.h"
#include <thread>

__global__ void fill(int *p) { p[threadIdx.x] = threadIdx.x; }
__global__ void copy(const int *p, int *out) { out[threadIdx.x] = p[threadIdx.x]; }

int main() {
    int *p, *out;
    cudaMalloc(&p, 64 * sizeof(int));
    cudaMalloc(&out, 64 * sizeof(int));
    std::thread([&] {
        fill<<<1, 64, 0, cudaStreamPerThread>>>(p);
        BUG(, cudaStreamSynchronize(cudaStreamPerThread));
    }).join();
    copy<<<1, 64, 0, cudaStreamPerThread>>>(p, out); // check: race/streams
    cudaDeviceSynchronize();
    cudaFree(p);
    cudaFree(out);
}
