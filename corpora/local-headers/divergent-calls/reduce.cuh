// Functions of the warp, whose callers decide which lanes come.
#pragma once

__device__ inline float wave_sum(float value) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2) value += __shfl_down_sync(~0ull, value, offset);
    return value;
}

__device__ inline float wave_mean(float value) { return wave_sum(value) / warpSize; }

__device__ inline float active_sum(float value) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2) value += __shfl_down_sync(__activemask(), value, offset);
    return value;
}

__device__ inline int first_of(int value) {
    if (threadIdx.x < 16) return __shfl_sync(~0ull, value, 0); // fires: HIP1016
    return value;
}
