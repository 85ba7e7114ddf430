#include <cuda_runtime.h>

__global__ void k(float *p) {
#pragma unroll 4
    for (int i = 0; i < 16; i++) p[i] *= 2;
#pragma unroll
    for (int i = 0; i < 4; i++) p[i] *= 2;
}
