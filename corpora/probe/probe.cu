// What a kernel usually needs of a target; built for every target that the compiler knows.
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__global__ void probe(float *values, unsigned *count, double *sum, const __half *halves, int n)
{
    __shared__ float tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = sinf(values[i]);
    __syncthreads();
    float value = tile[255 - threadIdx.x];
#if !defined(__GFX6__) && !defined(__GFX7__) // whose lanes cannot read each other's registers
    value += __shfl_down(value, 1);
#endif
    __half half = __hadd(halves[i], __float2half(value));
    atomicAdd(count, 1u);
    atomicAdd(values, value);
    atomicAdd(sum, static_cast<double>(value));
    if (i < n)
        printf("%d %f\n", i, __half2float(half));
    values[i] = __half2float(half);
}

int main()
{
    probe<<<1, 256>>>(nullptr, nullptr, nullptr, nullptr, 0);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
