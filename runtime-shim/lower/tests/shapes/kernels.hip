// Kernels from whose shared arrays the shape of their blocks follows, and kernels of which it does not. Right for smaller blocks, too.

extern "C" {

__global__ void tile(const int *in, int *out) {
    __shared__ int t[16][17];
    int x = threadIdx.x, y = threadIdx.y;
    t[y][x] = in[y * 16 + x];
    __syncthreads();
    out[y * 16 + x] = t[y][blockDim.x - 1 - x] + y;
    // As a transposition reads it: along x there are no more threads than rows.
    if (blockDim.x == blockDim.y) out[y * 16 + x] += t[x][y];
}

// What indexes both before and after a branch that only some threads take is one computation, not a value kept over the barrier.
__global__ void again(const int *in, int *out) {
    __shared__ int first[16], t[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    if (x == 0) first[y] = in[y * 16];
    __syncthreads();
    t[y][x] = in[y * 16 + x] - first[y];
    __syncthreads();
    out[y * 16 + x] = t[y][blockDim.x - 1 - x];
}

__global__ void turned(const int *in, int *out) {
    __shared__ int t[16][17];
    int x = threadIdx.x, y = threadIdx.y;
    for (int j = 0; j < 16; j += 4) t[y + j][x] = in[(y + j) * 16 + x];
    __syncthreads();
    for (int j = 0; j < 16; j += 4) out[(y + j) * 16 + x] = t[x][y + j];
}

__global__ void tree(const int *in, int *out) {
    __shared__ int s[64];
    int x = threadIdx.x;
    s[x] = in[x];
    __syncthreads();
    for (int w = 32; w > 0; w /= 2) {
        if (x < w && x + w < (int)blockDim.x) s[x] += s[x + w];
        __syncthreads();
    }
    if (x == 0) out[0] = s[0];
}

__global__ void scan(const int *in, int *out) {
    __shared__ int s[2][32];
    int x = threadIdx.x, from = 0;
    s[0][x] = in[x];
    __syncthreads();
    for (int d = 1; d < 32; d *= 2) {
        s[1 - from][x] = x >= d ? s[from][x] + s[from][x - d] : s[from][x];
        from = 1 - from;
        __syncthreads();
    }
    out[x] = s[from][x];
}

__global__ void flat(const int *in, int *out) {
    __shared__ int s[64];
    int x = threadIdx.x, y = threadIdx.y;
    s[y * 8 + x] = in[y * 8 + x];
    __syncthreads();
    out[y * 8 + x] = s[y * 8 + blockDim.x - 1 - x];
}

__global__ __launch_bounds__(128) void bounded(const int *in, int *out) {
    extern __shared__ int d[];
    d[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = d[blockDim.x - 1 - threadIdx.x];
}

__global__ void partly(const int *in, int *out) {
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x] * (threadIdx.y + 1);
}

__global__ void unknown(const int *in, int *out) {
    __shared__ int s[32];
    if (threadIdx.x < 32) s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x % 32];
}

// The array has room for neighbours on both sides; the last thread is the one that brings the right one.
__global__ void framed(const int *in, int *out) {
    __shared__ int s[66];
    int x = threadIdx.x;
    s[x + 1] = in[x];
    s[0] = 5;
    if (x == 31) s[x + 2] = in[x + 1];
    __syncthreads();
    if (x < 31) out[x] = s[x] + s[x + 1] * 2;
}
}
