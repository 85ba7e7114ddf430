// compile: gfx90a needs hip-6.4
// Names for a warp of 32 lanes.
#define WARP_SIZE 32 // fires
#define BLOCK_SIZE 32
#define LOGICAL_WARP_SIZE 32
#define TILE_DIM 32

constexpr int kWarpSize = 32; // fires
const unsigned WARPS_PER_BLOCK = 32;

#if defined(__GFX9__) || defined(__GFX8__)
constexpr int kWaveSize = 64;
#else
constexpr int kWaveSize = 32;
#endif

#ifdef __HIP_PLATFORM_AMD__
#define PORTED_WARP_SIZE 64
#else
#define PORTED_WARP_SIZE 32
#endif

__device__ float sum(float v) {
    for (int o = WARP_SIZE / 2; o > 0; o /= 2) v += __shfl_down_sync(~0ull, v, o);
    return v;
}

__global__ void blocks(float *p) {
    __shared__ float partial[1024 / WARP_SIZE];
    int lane = threadIdx.x % WARP_SIZE;
    int warp = threadIdx.x / WARP_SIZE;
    float v = sum(p[threadIdx.x]);
    if (lane == 0) partial[warp] = v;
    __syncthreads();
    if (warp == 0) p[0] = sum(lane < blockDim.x / WARP_SIZE ? partial[lane] : 0);
}

template <int WarpSize = 32> // fires
__device__ float maximum(float v) {
    for (int o = WarpSize / 2; o > 0; o /= 2) v = fmaxf(v, __shfl_xor_sync(~0ull, v, o));
    return v;
}

__device__ int vote(int v) { return __any_sync(~0ull, v) + threadIdx.x % kWarpSize + kWaveSize + PORTED_WARP_SIZE; }

int blocks_for(int n) { return (n + kWarpSize - 1) / kWarpSize * BLOCK_SIZE * TILE_DIM * LOGICAL_WARP_SIZE * WARPS_PER_BLOCK; }
