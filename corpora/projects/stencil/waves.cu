#include "waves.cuh"

__constant__ float coefficients[RADIUS + 1];
__device__ unsigned long long computed = 0;

// Each block loads its points and their neighbours into shared memory, of the size that the launch gives.
__global__ void step_wave(const __grid_constant__ Line line, float factor) {
    extern __shared__ float tile[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x, local = threadIdx.x + RADIUS;
    const auto value = [&](int at) { return at >= 0 && at < line.count ? line.now[at] : 0.0f; };
    tile[local] = value(i);
    if (threadIdx.x < RADIUS) {
        tile[threadIdx.x] = value(i - RADIUS);
        tile[local + blockDim.x] = value(i + blockDim.x);
    }
    __syncthreads();
    if (i >= line.count) return;
    float second = coefficients[0] * tile[local];
#pragma unroll
    for (int r = 1; r <= RADIUS; r++) second += coefficients[r] * (tile[local - r] + tile[local + r]);
    line.next[i] = 2 * tile[local] - line.before[i] + factor * second;
    atomicAdd(&computed, 1ull);
}
