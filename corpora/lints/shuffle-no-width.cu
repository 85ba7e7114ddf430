// compile: gfx90a needs hip-6.4
// Shuffles without width where lanes are counted by 32.
__global__ void by_32(float *p) {
    int lane = threadIdx.x & 31;
    float v = p[threadIdx.x];
    float first = __shfl_sync(~0ull, v, 0); // fires
    float left = __shfl_up_sync(~0ull, v, 1); // fires
    float right = __shfl_down(v, 1); // fires
    float pair = __shfl_xor_sync(~0ull, v, 1);
    float whole = __shfl_sync(~0ull, v, 0, 32);
    if (lane == 0) p[threadIdx.x / 32] = first + left + right + pair + whole;
}

__global__ void by_wave(float *p) {
    int lane = threadIdx.x % warpSize;
    float v = p[threadIdx.x];
    float first = __shfl_sync(~0ull, v, 0);
    if (lane == 0) p[threadIdx.x / warpSize] = first;
}

__global__ void tile(float *p) {
    int column = threadIdx.y % 32, bit = p[0] / 32;
    float v = __shfl_sync(~0ull, p[threadIdx.x], column);
    p[bit] = v;
}
