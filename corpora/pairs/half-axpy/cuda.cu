// y = a x + y in half precision, two elements at a time.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__global__ void haxpy(int n, float a, const half2 *__restrict__ x, half2 *__restrict__ y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const half2 factor = __float2half2_rn(a);
    if (i < n) y[i] = __hfma2(factor, x[i], y[i]);
}

__global__ void to_half(int n, const float *in, __half *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = __hadd(__float2half(in[i]), __ushort_as_half(0x3c00));
}
