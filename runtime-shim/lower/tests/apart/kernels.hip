// Accesses that race with none, always or where a launch says so, and those that may.

extern "C" {

__global__ void rows(float *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[y * n + x] = 1;
}

__global__ void strides(const float *in, float *out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += int(gridDim.x * blockDim.x)) out[i] = 2 * in[i];
}

__global__ void tiles(const float *in, float *out) {
    __shared__ float tile[16][17];
    float total = 0;
    for (int round = 0; round < 4; round++) {
        tile[threadIdx.y][threadIdx.x] = in[round * 256 + threadIdx.y * 16 + threadIdx.x];
        __syncthreads();
        total += tile[threadIdx.x][threadIdx.y];
        __syncthreads();
    }
    out[threadIdx.y * 16 + threadIdx.x] = total;
}

__global__ void first_thread(float *out) {
    if (threadIdx.x == 0) out[blockIdx.x] = 1;
}

struct Pair { float *to; const float *from; int step; };
__global__ void members(Pair pair) { pair.to[threadIdx.x * pair.step] = pair.from[0]; }

__global__ void counts(unsigned *out, unsigned n) { atomicAdd(&out[n % 7], 1u); }

__global__ void nothing_written(const float *in, float *out) {
    if (in[threadIdx.x] < 0) __builtin_trap();
}

__global__ void counts_and_fences(unsigned *out, float *data) {
    data[threadIdx.x] = 1;
    __threadfence();
    atomicAdd(out, 1u);
}

__global__ void scattered(const int *place, float *out) { out[place[threadIdx.x]] = 1; }

__global__ void tables(float **rows, const float *in) { rows[threadIdx.x][0] = in[threadIdx.x]; }

__global__ void tile_without_barrier(const float *in, float *out, int n) {
    __shared__ float tile[256];
    tile[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = tile[(threadIdx.x * n) % 256];
}

__global__ void barrier_of_some(float *out, int n) {
    __shared__ float tile[256];
    tile[threadIdx.x] = 1;
    if (threadIdx.x < n) __syncthreads();
    out[threadIdx.x] = tile[(threadIdx.x * n) % 256];
}

__global__ void halves(float *out) {
    __shared__ float sums[256];
    sums[threadIdx.x] = threadIdx.x;
    __syncthreads();
    for (int width = 128; width > 0; width >>= 1) {
        if (threadIdx.x < width) sums[threadIdx.x] += sums[threadIdx.x + width];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

__global__ void inner(const float *in, float *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x > 0 && x < n - 1) out[y * n + x] = in[y * n + x - 1] + in[y * n + x + 1];
}

__global__ void sums(const float *in, float *out, int n, int width) {
    float sum = 0;
    for (int i = 0; i < n; i++) sum += in[i * width + threadIdx.x];
    out[threadIdx.x / 32] = sum;
}

__global__ void until_nothing(const float *in, float *out) {
    int i = 0;
    while (in[i] > 0) i++;
    out[threadIdx.x] = i;
}

}
