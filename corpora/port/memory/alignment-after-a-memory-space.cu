#include <cuda_runtime.h>

__device__ alignas(32) float table[8];

struct Stage {
    alignas(16) float values[4];
};

__global__ void kernel(float *out) {
    alignas(16) extern __shared__ unsigned char bytes[];
    __shared__ alignas(alignof(float4)) float tile[4][32];
    __shared__ alignas(8) volatile int count;
    alignas(16) __shared__ float already[32];
    out[threadIdx.x] = tile[0][threadIdx.x] + bytes[threadIdx.x] + count + already[threadIdx.x] + table[threadIdx.x % 8];
}
