// Blocks that go through memory from barrier to barrier.

extern "C" {

// A row of each plane, which lie as far apart as the launch says.
__global__ void planes(const int *in, int *out, int area, int depth) {
    __shared__ int row[4][32];
    const int x = threadIdx.x, y = threadIdx.y;
    int at = y * 32 + x;
    for (int z = 0; z < depth; z++) {
        row[y][x] = in[at];
        __syncthreads();
        out[at] = row[y][31 - x] + z;
        __syncthreads();
        at += area;
    }
}

// What lies beside a row is brought in by its first and its last thread.
__global__ void edges(const int *in, int *out, int area, int depth) {
    __shared__ int row[4][34];
    const int x = threadIdx.x, y = threadIdx.y;
    int at = y * 34 + x + 1;
    for (int z = 0; z < depth; z++) {
        row[y][x + 1] = in[at];
        if (x == 0 && area > 0) row[y][0] = in[at - 1];
        if (x == 31 && area < 1 << 30) row[y][33] = in[at + 1];
        __syncthreads();
        out[at] = row[y][x] + row[y][x + 2];
        __syncthreads();
        at += area;
    }
}

// Rows beside each other.
__global__ void beside(const int *in, int *out, int rounds) {
    __shared__ int row[32];
    const int x = threadIdx.x;
    int at = x;
    for (int k = 0; k < rounds; k++) {
        row[x] = in[at];
        __syncthreads();
        out[at] = row[31 - x] + k;
        __syncthreads();
        at += 32;
    }
}

// Places that are read from memory.
__global__ void scattered(const int *in, int *out, int area, int depth) {
    __shared__ int row[4][32];
    const int x = threadIdx.x, y = threadIdx.y;
    int at = y * 32 + x;
    for (int z = 0; z < depth; z++) {
        row[y][x] = in[in[at] & 127];
        __syncthreads();
        out[at] = row[y][31 - x];
        __syncthreads();
        at += area;
    }
}

// A tile each, whose neighbour along x goes on with each of its rows.
__global__ void tiles(const int *in, int *out, int width, int *blocks) {
    __shared__ int tile[16][16];
    const int tx = threadIdx.x, ty = threadIdx.y, at = (blockIdx.y * 16 + ty) * width + blockIdx.x * 16 + tx;
    tile[ty][tx] = in[at];
    __syncthreads();
    out[at] = tile[15 - ty][tx];
    // So that blocks do not go side by side.
    if (tx == 0 && ty == 0) atomicAdd(blocks, 1);
}

// Blocks that go side by side.
__global__ void tiles_beside(const int *in, int *out, int width) {
    __shared__ int tile[16][16];
    const int tx = threadIdx.x, ty = threadIdx.y, at = (blockIdx.y * 16 + ty) * width + blockIdx.x * 16 + tx;
    tile[ty][tx] = in[at];
    __syncthreads();
    out[at] = tile[15 - ty][tx];
}

// The same with what lies above and below, which one row each brings in.
__global__ void bordered(const int *in, int *out, int width, int more, int *blocks) {
    __shared__ int tile[18][16];
    const int tx = threadIdx.x, ty = threadIdx.y, at = (blockIdx.y * 16 + ty + 1) * width + blockIdx.x * 16 + tx;
    tile[ty + 1][tx] = in[at];
    if (ty == 0 && more > 0) tile[0][tx] = in[at - width];
    if (ty == 15) tile[17][tx] = in[at + width];
    __syncthreads();
    out[at] = tile[ty][tx] + tile[ty + 2][tx];
    if (tx == 0 && ty == 0) atomicAdd(blocks, 1);
}

// Down rows far apart, with threads at both sides for columns of the neighbours.
__global__ void descents(const int *in, int *out, int width, int rows) {
    __shared__ int best[128];
    const int t = threadIdx.x, x = blockIdx.x * 112 + t;
    best[t] = t;
    for (int row = 0; row < rows; row++) {
        __syncthreads();
        const int least = best[127 - t] + in[row * width + x];
        __syncthreads();
        best[t] = least;
        out[row * width + x] = least;
    }
}

// The same of rows that lie beside each other.
__global__ void lines(const int *in, int *out) {
    __shared__ int tile[16][16];
    const int tx = threadIdx.x, ty = threadIdx.y, at = (blockIdx.x * 16 + ty) * 16 + tx;
    tile[ty][tx] = in[at];
    __syncthreads();
    out[at] = tile[15 - ty][tx];
}

// A column of a matrix each.
__global__ void columns(const float *in, float *out, int rows, int width) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int row = 0; row < rows; row++) sum += in[row * width + x];
    out[x] = sum;
}

// Neighbouring elements of a row each.
__global__ void windows(const float *in, float *out, int length) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int i = 0; i < length; i++) sum += in[x + i];
    out[x] = sum;
}

// A row of each level, by the number of the level; fewer threads each time.
__global__ void levels(const int *in, int *out, int columns, int depth) {
    __shared__ int row[32];
    const int x = threadIdx.x;
    row[x] = 0;
    __syncthreads();
    for (int z = 0; z < depth; z++) {
        const bool is_inside = x > z && x < 31;
        int next;
        if (is_inside) next = row[x - 1] + row[x + 1] + in[z * columns + x];
        __syncthreads();
        if (is_inside) row[x] = next;
        __syncthreads();
    }
    out[x] = row[x];
}
}
