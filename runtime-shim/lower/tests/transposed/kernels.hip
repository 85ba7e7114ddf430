// Tiles through whose rows threads that follow each other along x go side by side.

extern "C" {

// Eight rows on each side of those that a thread has; a block of more than nine rows goes over the end of the tile's.
__global__ void columns(const int *in, int *out) {
    __shared__ int tile[16][41];
    const int tx = threadIdx.x, ty = threadIdx.y, rows = blockDim.y;
    for (int step = 0; step < 5; step++) tile[tx][step * 8 + ty] = in[(step * rows + ty) * 16 + tx];
    __syncthreads();
    for (int step = 1; step < 4; step++) {
        int sum = 0;
        for (int k = -8; k <= 8; k += 8) sum = 3 * sum + tile[tx][step * 8 + ty + k];
        out[(step * rows + ty) * 16 + tx] = sum;
    }
}

// What a tile holds is needed after another barrier.
__global__ void twice(const int *in, int *out) {
    __shared__ int tile[32][9];
    const int t = threadIdx.x;
    int kept = in[t];
    for (int k = 0; k < 8; k++) tile[t][k] = in[k * 32 + t];
    __syncthreads();
    for (int k = 0; k < 8; k++) kept = 3 * kept + tile[t][7 - k] - tile[t][k];
    __syncthreads();
    for (int k = 0; k < 8; k++) tile[t][k] = kept + k;
    __syncthreads();
    for (int k = 0; k < 8; k++) out[k * 32 + t] = tile[t][k] + kept;
}

// Not such: in one access neighbours are in one row.
__global__ void exchanged(const int *in, int *out) {
    __shared__ int tile[16][17];
    const int tx = threadIdx.x, ty = threadIdx.y;
    tile[ty][tx] = in[ty * 16 + tx];
    __syncthreads();
    out[ty * 16 + tx] = tile[tx][ty];
}

// The address is used for more than one element.
__global__ void flattened(const int *in, int *out) {
    __shared__ int tile[16][8];
    const int t = threadIdx.x;
    for (int k = 0; k < 8; k++) tile[t][k] = in[k * 16 + t];
    __syncthreads();
    const int *all = &tile[0][0];
    for (int k = 0; k < 8; k++) out[k * 16 + t] = all[k * 16 + t];
}

// It is not known how far a row is gone through.
__global__ void unbounded(const int *in, int *out, int n) {
    __shared__ int tile[16][8];
    const int t = threadIdx.x;
    for (int k = 0; k < n; k++) tile[t][k] = in[k * 16 + t];
    __syncthreads();
    for (int k = 0; k < n; k++) out[k * 16 + t] = tile[t][k];
}

// Threads may part at a barrier.
__global__ void parted(const int *in, int *out) {
    __shared__ int tile[16][8];
    const int t = threadIdx.x;
    for (int k = 0; k < 8; k++) tile[t][k] = in[k * 16 + t];
    if (in[t] % 2) __syncthreads();
    else __syncthreads();
    for (int k = 0; k < 8; k++) out[k * 16 + t] = 2 * tile[t][k];
}

// Blocks of more than eight rows go on in the tile's next row, where a neighbour finds what was put there.
__global__ void over_the_end(const int *in, int *out) {
    __shared__ int tile[16][8];
    const int tx = threadIdx.x, ty = threadIdx.y;
    if (in[16 + tx]) tile[tx][ty] = in[ty];
    __syncthreads();
    if (!in[16 + tx] && ty < 4) out[ty] = tile[tx][ty];
}
}
