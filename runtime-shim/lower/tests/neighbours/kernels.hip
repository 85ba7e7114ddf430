// Kernels whose blocks can run together with those beside them, and kernels whose blocks cannot.

extern "C" {

__global__ void joined(const int *in, int *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && x < width - 1 && y < height) out[y * width + x] = in[y * width + x - 1] + 2 * in[y * width + x + 1] + y;
}

__global__ void joined_with_long_ids(const int *in, int *out, size_t n) {
    size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i < n) out[i] = 3 * in[i] + gridDim.x;
}

__global__ void joined_around(unsigned *out, unsigned first, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x - first;
    if (i < n) out[i] = i + first;
}

// Written from left to right, the global id is not a part of the sum.
__global__ void joined_from_a_column(const int *in, int *out, int column, int n) {
    int x = column + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) out[x] = 2 * in[x] + column;
}

__global__ void joined_from_a_long_column(const int *in, int *out, size_t column, size_t n) {
    size_t x = column - 2 + (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) out[x] = in[x] - 1;
}

__global__ void apart_by_block(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x; }

__global__ void apart_by_thread(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }

__global__ void apart_by_base(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * blockDim.x; }

__global__ void apart_by_lane(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = __lane_id(); }

__global__ void apart_by_memory(int *out) {
    __shared__ int own;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 7 == 0) own = i;
    out[i] = own;
}

__global__ void apart_by_stride(const int *in, int *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[x * n + y] = in[y * n + x];
}

__global__ void apart_by_message(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (out[i]) __builtin_trap();
    printf("%d\n", i);
}

// Blocks with a tile each, of many arrays, all of which take one way.
__global__ void beside(const int *a, const int *b, const int *c, int *first, int *second, int width, int rounds) {
    __shared__ int tile[8][16];
    const int t = threadIdx.x, y = threadIdx.y, at = (blockIdx.y * 8 + y) * width + blockIdx.x * 16 + t;
    tile[y][t] = a[at] + 2 * b[at];
    if (rounds > 1) {
        __syncthreads();
        tile[y][t] += c[at];
    }
    __syncthreads();
    first[at] = tile[y][15 - t];
    if (blockIdx.x != 1) second[at] = tile[7 - y][t];
}

// Of few arrays: few blocks with a tile each.
__global__ void beside_few(const int *a, int *out, int width) {
    __shared__ int tile[8][16];
    const int t = threadIdx.x, y = threadIdx.y, at = (blockIdx.y * 8 + y) * width + blockIdx.x * 16 + t;
    tile[y][t] = a[at];
    __syncthreads();
    out[at] = tile[y][15 - t];
}

__global__ void apart_by_shape(const int *a, int *out) {
    __shared__ int row[256];
    const int t = threadIdx.x, at = blockIdx.x * 256 + t;
    row[t] = a[at];
    __syncthreads();
    out[at] = row[255 - t];
}

__global__ void apart_by_rounds(const int *a, const int *b, const int *c, int *first, int *second, int width, int rounds) {
    __shared__ int tile[16];
    const int t = threadIdx.x, at = blockIdx.x * 16 + t;
    for (int i = 0; i < rounds; i++) {
        tile[t] = a[at] + b[at] + c[at] + i;
        __syncthreads();
        first[at] = tile[15 - t];
        second[at] = tile[15 - t] + 1;
        __syncthreads();
    }
}

__global__ void apart_by_way(const int *a, const int *b, const int *c, int *first, int *second, int width, int rounds) {
    __shared__ int tile[16];
    const int t = threadIdx.x, at = blockIdx.x * 16 + t;
    tile[t] = a[at] + b[at] + c[at];
    if (blockIdx.x != rounds) {
        __syncthreads();
        tile[t] += 1;
    }
    __syncthreads();
    first[at] = tile[15 - t];
    second[at] = tile[15 - t] + 1;
}

__global__ void apart_by_order(const int *a, const int *b, const int *c, int *first, int *second, int width, int rounds) {
    __shared__ int tile[16];
    const int t = threadIdx.x, at = blockIdx.x * 16 + t;
    tile[t] = a[at] + b[at] + c[at];
    __syncthreads();
    first[at] = tile[15 - t];
    if (t == 0) atomicAdd(second, 1);
}
}
