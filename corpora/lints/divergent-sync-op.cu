// compile: gfx90a needs hip-7.0
// Lanes that do not come.
__global__ void some(int *p) {
    int lane = threadIdx.x % warpSize;
    int v = p[threadIdx.x];
    if (lane < 16) v += __shfl_down_sync(~0ull, v, 8); // fires
    if (lane == 0) {
        v += __shfl_sync(0xffffffff, v, 3); // fires
        __syncwarp(); // fires
    }
    int w = __shfl_down_sync(~0ull, v, 8);
    if (lane < 16) v += w;
    if (lane < 16) v += __shfl_down_sync(__activemask(), v, 8);
    if (p[0] > 3) v += __shfl_down_sync(~0ull, v, 8);
    p[threadIdx.x] = v;
}
