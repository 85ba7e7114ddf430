// port-options: --launch macro
#include <hip/hip_runtime.h>

__global__ void k(int *p) { *p = 1; }
void go(int *p) {
    hipLaunchKernelGGL(k, dim3(1), dim3(1), 0, 0, p);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    hipDeviceSynchronize();
}
