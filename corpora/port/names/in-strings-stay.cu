#include <cstdio>
#include <cuda_runtime.h>

void say() {
    std::printf("cudaMalloc failed\n");
    std::puts("a quote \" then cudaFree" " and cudaMemcpy");
    if (cudaDeviceSynchronize() != cudaSuccess) std::puts("cudaDeviceSynchronize failed \\");
    char quote = '"'; std::putchar(quote); cudaDeviceReset(); std::putchar('"');
}
