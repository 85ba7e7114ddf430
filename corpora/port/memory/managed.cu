#include <cuda_runtime.h>

__managed__ int counter = 0;
__device__ __managed__ float totals[4];

int *get() {
    int *p = nullptr;
    cudaMallocManaged(&p, 64);
    cudaMallocManaged(&p, 64, cudaMemAttachGlobal);
    cudaStreamAttachMemAsync(0, p, 64, cudaMemAttachSingle);
    return p;
}
