// Kernels that promise how many threads a block has; the compiler may use more registers.
#include <cuda_runtime.h>

__global__ void __launch_bounds__(128) polynomial(const double *x, double *y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double p[16], v = x[i];
    p[0] = 1.0;
#pragma unroll
    for (int k = 1; k < 16; k++) p[k] = p[k - 1] * v;
    double sum = 0.0;
#pragma unroll
    for (int k = 15; k >= 0; k--) sum += sin(p[k]) * exp(-p[15 - k]);
    y[i] = sum;
}

__launch_bounds__(1024) __global__ void tiny(float *x) { x[threadIdx.x] = __powf(x[threadIdx.x], 1.5f); }
