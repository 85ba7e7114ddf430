// Sum of an array: shuffles with a mask of all lanes, LDS between wavefronts, one atomic a block.
#include <hip/hip_runtime.h>

__device__ inline float wave_sum(float v)
{
    for (int step = warpSize / 2; step > 0; step /= 2) {
        v += __shfl_down_sync(~0ull, v, step);
    }
    return v;
}

__global__ void reduce(const float* __restrict__ input, float* result, int count)
{
    __shared__ float wave_sums[32];

    const unsigned stride = blockDim.x * gridDim.x;
    float v = 0.0f;
    for (int at = blockIdx.x * blockDim.x + threadIdx.x; at < count; at += stride) {
        v += input[at];
    }
    v = wave_sum(v);

    const int lane = threadIdx.x % warpSize;
    const int wave = threadIdx.x / warpSize;
    if (lane == 0) {
        wave_sums[wave] = v;
    }
    __syncthreads();

    if (wave == 0) {
        v = lane < blockDim.x / warpSize ? wave_sums[lane] : 0.0f;
        v = wave_sum(v);
        if (lane == 0) {
            atomicAdd(result, v);
        }
    }
}
