// Kernels that the program loads at run time: out of a fat binary, in the place of PTX, and out of an object.
#include "size.h"

extern "C" __global__ void add(const float *a, const float *b, float *c) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < SIZE) c[i] = a[i] + b[i] + OFFSET;
}
