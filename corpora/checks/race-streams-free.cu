// Memory of a pool is freed in another stream's order than that of the kernel which uses it.
#include "bug.h"

__global__ void fill(int *p) { p[threadIdx.x] = threadIdx.x; } // check by timing: memory/use-after-free

int main() {
    cudaStream_t first, second;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    int *p;
    cudaMallocAsync(&p, 64 * sizeof(int), first);
    fill<<<1, 64, 0, first>>>(p);
    cudaFreeAsync(p, BUG(second, first)); // check: race/streams
    cudaStreamSynchronize(first);
    cudaStreamSynchronize(second);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
}
