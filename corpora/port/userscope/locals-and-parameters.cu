#include <cuda_runtime.h>

int local(int cudaMemcpyKind) {
    int cudaSuccess = 3;
    auto cudaMalloc = [](int x) { return x; };
    return cudaMalloc(cudaSuccess) + cudaMemcpyKind;
}

int global(void **p) { return cudaMalloc(p, 4) == cudaSuccess; }
