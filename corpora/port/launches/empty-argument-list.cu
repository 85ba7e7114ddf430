#include <cuda_runtime.h>

__global__ void k() {}
void go() { k<<<1, 1>>>(); }
