// compile: needs hip-7.0
// Full masks become the active lanes where it is known that not all lanes of 64 come, and all lanes elsewhere.
#include <cuda_runtime.h>
#define FULL_MASK 0xffffffff

__inline__ __device__ float warpReduceSum(float val) {
    for (int offset = 16; offset > 0; offset /= 2) val += __shfl_down_sync(FULL_MASK, val, offset);
    return val;
}

__inline__ __device__ float wavefrontSum(float val) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2) val += __shfl_down_sync(FULL_MASK, val, offset);
    return val;
}

__inline__ __device__ float blockReduceSum(float val) {
    static __shared__ float shared[32];
    int lane = threadIdx.x % 32, wid = threadIdx.x / 32;
    val = warpReduceSum(val);
    if (lane == 0) shared[wid] = val;
    __syncthreads();
    val = (threadIdx.x < blockDim.x / 32) ? shared[lane] : 0;
    if (wid == 0) val = warpReduceSum(val);
    return val;
}

__global__ void sum(const float *in, float *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float v = i < n ? in[i] : 0;
    const float all = blockReduceSum(v) + wavefrontSum(v);
    if (threadIdx.x < 64) out[1] = wavefrontSum(v);
    if (threadIdx.x / warpSize == 0) out[2] = __shfl_sync(0xffffffff, v, 0);
    if (blockIdx.x == 0 && n > 4) out[3] = __shfl_sync(0xffffffff, v, 0);
    if (threadIdx.x < 32) out[4] = __shfl_sync(0xffffffff, v, 0);
    for (int row = threadIdx.x >> 5; row < n; row += 4) out[row] = __shfl_sync(FULL_MASK, v, 0);
    if (i >= n) return;
    __syncwarp(0xffffffff);
    out[i] = all;
}
