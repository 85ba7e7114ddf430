// compile: gfx90a needs hip-6.4
// Trees of shuffles for 32 lanes.
__device__ float down(float v) {
    for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(~0ull, v, o); // fires
    for (unsigned o = 32 / 2; o >= 1; o = o / 2) { // fires
        float w = __shfl_xor_sync(~0ull, v, o);
        v = fmaxf(v, w);
    }
#pragma unroll
    for (int o = 16; o; o /= 2) // fires
        v += __shfl_down(v, o);
    return v;
}

__device__ int up(int v, int lane) {
    for (int o = 1; o < 32; o <<= 1) { // fires
        int w = __shfl_up_sync(~0ull, v, o);
        if (lane >= o) v += w;
    }
    for (int o = 1; o <= 16; o += o) v += __shfl_up_sync(~0ull, v, o); // fires
    return v;
}

__device__ float unrolled(float v) {
    v += __shfl_down_sync(~0ull, v, 16); // fires
    v += __shfl_down_sync(~0ull, v, 8);
    v += __shfl_down_sync(~0ull, v, 4);
    v += __shfl_down_sync(~0ull, v, 2);
    v += __shfl_down_sync(~0ull, v, 1);
    return v;
}

__device__ float silent(float v, float *p) {
    for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(~0ull, v, o, 32);
    for (int o = warpSize / 2; o > 0; o >>= 1) v += __shfl_down_sync(~0ull, v, o);
    for (int o = 8; o > 0; o >>= 1) v += __shfl_xor_sync(~0ull, v, o);
    for (int o = 16; o > 0; o >>= 1) v += p[o];
    for (int i = 0; i < 32; i++) v += __shfl_sync(~0ull, v, i);
    return v;
}

__device__ float whole(float v) {
    if (warpSize > 32) v += __shfl_down_sync(~0ull, v, 32);
    v += __shfl_down_sync(~0ull, v, 16);
    v += __shfl_down_sync(~0ull, v, 8);
    v += __shfl_down_sync(~0ull, v, 4);
    v += __shfl_down_sync(~0ull, v, 2);
    v += __shfl_down_sync(~0ull, v, 1);
    return v;
}
