// y = a x + y in half precision, two elements at a time.
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>

__global__ void haxpy(int pairs, float alpha, const __half2* __restrict__ x, __half2* __restrict__ y)
{
    const __half2 scale = __float2half2_rn(alpha);
    const int pair = blockIdx.x * blockDim.x + threadIdx.x;
    if (pair >= pairs) {
        return;
    }
    y[pair] = __hfma2(scale, x[pair], y[pair]);
}

__global__ void to_half(int count, const float* source, __half* target)
{
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count) {
        return;
    }
    const __half one = __ushort_as_half(0x3c00);
    target[at] = __hadd(__float2half(source[at]), one);
}
