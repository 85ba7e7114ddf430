#include <cuda_runtime.h>

__managed__ int counter; // fires

void make(float **p) {
    cudaMallocManaged(p, 4);
    cudaMalloc(p, 4);
}
