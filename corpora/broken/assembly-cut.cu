#include <cuda_runtime.h>
int wait() { return cudaDeviceSynchronize(); }
__device__ void f() { asm volatile("bar.sync 0;"