// compile: gfx90a
// lint-options: --target gfx90a,gfx1100
#include <hip/hip_runtime.h>

__global__ void waves(float *p, int n) {
    __shared__ float partial[16];
    const int lane = threadIdx.x & 63; // fires
    const int wave_id = threadIdx.x / 64; // fires
    int tid = threadIdx.x;
    int warp = tid >> 6; // fires
    int lane_id = tid % 64; // fires
    float v = __shfl_down(p[lane_id], 1);
    if (lane == 0) partial[wave_id] = v + warp;
}

__global__ void tiles(float *p) {
    int row = threadIdx.x / 64;
    int column = threadIdx.x & 63;
    int lane = threadIdx.x % warpSize;
    int narrow_lane = threadIdx.x & 31;
    p[row * 64 + column] = lane + narrow_lane;
}

__global__ void guarded(float *p) {
#if __AMDGCN_WAVEFRONT_SIZE == 64
    int lane = threadIdx.x & 63;
#else
    int lane = threadIdx.x & 31;
#endif
    p[lane] = 1;
}
