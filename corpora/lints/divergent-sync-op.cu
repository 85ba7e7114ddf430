// compile: gfx90a needs hip-7.0
// Lanes that do not come.
__global__ void some(int *p) {
    int lane = threadIdx.x % warpSize;
    int v = p[threadIdx.x];
    if (lane < 16) v += __shfl_down_sync(~0ull, v, 8); // fires
    if (lane == 0) {
        v += __shfl_sync(0xffffffff, v, 3); // fires
        __syncwarp();
        __syncwarp(~0ull);
    }
    int w = __shfl_down_sync(~0ull, v, 8);
    if (lane < 16) v += w;
    if (lane < 16) v += __shfl_down_sync(__activemask(), v, 8);
    if (p[0] > 3) v += __shfl_down_sync(~0ull, v, 8);
    p[threadIdx.x] = v;
}

// The last step of a block's sum, in a function of its own.
__device__ float warp_sum(float v) {
    for (int offset = 16; offset > 0; offset >>= 1) v += __shfl_down_sync(~0ull, v, offset); // fires
    return v;
}

__device__ float block_sum(float v) {
    __shared__ float slots[64];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    v = warp_sum(v);
    if (lane == 0) slots[warp] = v;
    __syncthreads();
    v = lane < blockDim.x / 32 ? slots[lane] : 0;
    if (warp == 0) v = warp_sum(v);
    return v;
}

// The same by `warpSize`, where the first wavefront comes as a whole.
__device__ float wave_sum(float v) {
    for (int offset = warpSize / 2; offset > 0; offset >>= 1) v += __shfl_down_sync(~0ull, v, offset);
    return v;
}

__device__ float block_sum_of_waves(float v) {
    __shared__ float slots[64];
    const int wave = threadIdx.x / warpSize, lane = threadIdx.x % warpSize;
    v = wave_sum(v);
    if (lane == 0) slots[wave] = v;
    __syncthreads();
    if (wave == 0) v = wave_sum(lane < blockDim.x / warpSize ? slots[lane] : 0);
    if (threadIdx.x < 128) v = wave_sum(v);
    return v;
}

__global__ void sums(float *p) { p[blockIdx.x] = block_sum(p[threadIdx.x]) + block_sum_of_waves(p[threadIdx.x]); }

// Guards by data, and exits.
__global__ void guarded(const float *in, float *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = in[i];
    v += __shfl_xor_sync(~0ull, v, 1); // fires
    out[i] = v;
}

__global__ void not_guarded(const float *in, float *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x >= n) return;
    float v = i < n ? in[i] : 0;
    v += __shfl_xor_sync(~0ull, v, 1);
    if (i < n) out[i] = v;
}

// A row for each warp of 32: warps of one wavefront leave the loop apart.
__global__ void rows(const float *in, float *out, int n, int columns) {
    const int first = (blockIdx.x * blockDim.x + threadIdx.x) / 32, warps = gridDim.x * blockDim.x / 32;
    for (int row = first; row < n; row += warps) {
        float v = 0;
        for (int c = threadIdx.x % 32; c < columns; c += 32) v += in[row * columns + c];
        v += __shfl_xor_sync(~0ull, v, 1); // fires
        if (threadIdx.x % 32 == 0) out[row] = v;
    }
}

__global__ void rows_of_blocks(const float *in, float *out, int n, int columns) {
    for (int row = blockIdx.x; row < n; row += gridDim.x) {
        float v = 0;
        for (int c = threadIdx.x; c < columns; c += blockDim.x) v += in[row * columns + c];
        v += __shfl_xor_sync(~0ull, v, 1);
        bool more = v > 0;
        while (__any_sync(~0ull, more)) more = false;
        if (threadIdx.y == 0 && __all_sync(~0ull, v > 0)) out[row] = v;
    }
}

__global__ void operands(const int *in, int *out) {
    const int lane = threadIdx.x & 63;
    const bool first = lane == 0 && __any_sync(~0ull, in[lane] > 0); // fires
    const int v = lane < 32 ? in[lane] : __shfl_sync(~0ull, lane, 0); // fires
    const bool both = __any_sync(~0ull, in[lane] > 0) && lane == 0;
    out[lane] = max(first && both, __shfl_sync(~0ull, v, 0));
    do {
        if (in[lane] > 3) break;
        out[lane] += __popcll(__ballot_sync(~0ull, v > 1)); // fires
    } while (out[0] < 3);
}

// What leaves a lambda, or is the other branch, keeps no lane away.
__global__ void elsewhere(int *p, bool which) {
    auto sign = [=](int v) {
        if (v < p[threadIdx.x]) return -1;
        return 1;
    };
    if (which) {
        if (threadIdx.x < 3) return;
    } else {
        p[0] = sign(__any_sync(~0ull, 1));
    }
}

__global__ void elsewhere_too(int *p, bool which) {
    auto store = [&](int v) {
        if (threadIdx.x > 3) return;
        p[v] = __any_sync(~0ull, 1); // fires
    };
    store(__any_sync(~0ull, 1));
    for (int i = 0; i < 32; i++) {
        if (threadIdx.x == i) continue;
        p[i] = 0;
    }
    p[2] = __any_sync(~0ull, 1);
}
