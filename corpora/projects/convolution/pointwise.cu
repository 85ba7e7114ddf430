#include "pointwise.cuh"

#include <cuComplex.h>

static __global__ void multiply(cuComplex *a, const cuComplex *b, int count, float scale) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const cuComplex product = cuCmulf(a[i], b[i]);
    a[i] = make_cuComplex(cuCrealf(product) * scale, cuCimagf(product) * scale);
}

void multiply_pointwise(cufftComplex *a, const cufftComplex *b, int count, float scale, cudaStream_t stream) {
    multiply<<<(count + 127) / 128, 128, 0, stream>>>(a, b, count, scale);
}
