// One kernel adds to what nobody has written, and the next one decides by it.
#include "bug.h"

__global__ void add(const float *x, float *sums) {
    sums[threadIdx.x] BUG(+=, =) x[threadIdx.x];
}

__global__ void mark(const float *sums, char *marks) {
    marks[threadIdx.x] = 0;
    for (int i = 0; i < 3; i++) {
        if (sums[threadIdx.x] > i) marks[threadIdx.x] += 2; // check: init/undefined-branch
        __syncthreads();
    }
}

int main() {
    float *x, *sums;
    char *marks;
    cudaMalloc(&x, 64 * sizeof(float));
    cudaMalloc(&sums, 64 * sizeof(float));
    cudaMalloc(&marks, 64);
    cudaMemset(x, 0, 64 * sizeof(float));
    add<<<1, 64>>>(x, sums);
    mark<<<1, 64>>>(sums, marks);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(sums);
    cudaFree(marks);
}
