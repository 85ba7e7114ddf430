// Shuffles that keep 32 lanes together by a header's name are right on every wave.
#include "config.cuh"

__device__ float sum(float v) {
    int lane = threadIdx.x % 32; // without headers: HIP1005
    v += __shfl_down_sync(~0ull, v, 1, GROUP);
    return lane == 0 ? v : 0;
}
