#include <cuda_runtime.h>

__global__ void k(int *p, int n) { *p = n; }

void go(int *p, int n, cudaStream_t stream) {
    void *arguments[] = {&p, &n};
    cudaLaunchKernel((const void *)k, dim3(1), dim3(32), arguments, 0, stream);
    cudaLaunchKernel((void *)k, 1, 32, arguments, 0, stream);
    cudaLaunchKernel(k, dim3(1), dim3(32), arguments, 0, stream);
    cudaLaunchKernel(&k, dim3(1), dim3(32), arguments);
}
