#include <cuda_runtime.h>

__global__ void one(int *p) { *p = 1; }

void go(int *p) {
    one<<<{2, 2}, {32, 4}>>>(p);
    one<<<1, {64}, 0, cudaStreamPerThread>>>(p);
}
