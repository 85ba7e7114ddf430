#include <cuda_runtime.h>

#define BEGIN {
#define END }
#define KERNEL(name) __global__ void name(int *p) BEGIN
#define RUN(name, ...) name<<<1, 1>>>(__VA_ARGS__);

KERNEL(k) *p = 1; END
void go(int *p) BEGIN RUN(k, p) cudaDeviceSynchronize(); END
