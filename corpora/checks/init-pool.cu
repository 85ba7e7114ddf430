// Memory of a stream's pool, which is what the stream has freed just before.
#include "bug.h"

__global__ void use(int *p) {
    if (p[threadIdx.x] != 0) p[threadIdx.x] = 8; // check: init/undefined-branch
}

int main() {
    int *p;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocAsync(&p, 64 * sizeof(int), stream);
    cudaMemsetAsync(p, 0, 64 * sizeof(int), stream);
    cudaFreeAsync(p, stream);
    cudaMallocAsync(&p, 64 * sizeof(int), stream);
    BUG(, cudaMemsetAsync(p, 0, 64 * sizeof(int), stream));
    use<<<1, 64, 0, stream>>>(p);
    cudaFreeAsync(p, stream);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
}
