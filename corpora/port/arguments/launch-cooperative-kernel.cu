#include <cuda_runtime.h>

__global__ void k(int *p, int n) { *p = n; }

void go(int *p, int n) {
    void *arguments[] = {&p, &n};
    cudaLaunchCooperativeKernel((void *)k, dim3(2), dim3(64), arguments);
    cudaLaunchCooperativeKernel(k, dim3(2), dim3(64), arguments, 0, 0);
}
