// A kernel asks a flag that only another kernel sets.
#include "bug.h"

__global__ void work(const int *stop, float *p) {
    if (*stop) return; // check: init/undefined-branch
    p[threadIdx.x] = 1;
}

int main() {
    int *stop;
    float *p;
    cudaMalloc(&stop, sizeof(int));
    cudaMalloc(&p, 64 * sizeof(float));
    const int zero = 0;
    BUG((void)zero, cudaMemcpy(stop, &zero, sizeof zero, cudaMemcpyHostToDevice));
    work<<<1, 64>>>(stop, p);
    cudaDeviceSynchronize();
    cudaFree(stop);
    cudaFree(p);
}
