// Loops over threads that access memory far from what neighbours access, and others.

extern "C" {

constexpr int SIDE = 32;

// Each thread has its own row.
__global__ void columns(int *out) {
    __shared__ int tile[SIDE][SIDE + 1];
    int t = threadIdx.x;
    for (int i = 0; i < SIDE; i++) tile[i][t] = i * 100 + t;
    __syncthreads();
    tile[t][3] = max(tile[t][5], tile[t][7]) + 1;
    __syncthreads();
    for (int i = 0; i < SIDE; i++) out[i * SIDE + t] = tile[i][t];
}

// What it writes lies beside what neighbours write.
__global__ void transposed(int *out) {
    __shared__ int tile[SIDE][SIDE + 1];
    int t = threadIdx.x;
    for (int i = 0; i < SIDE; i++) tile[i][t] = i * 100 + t;
    __syncthreads();
    out[t] = tile[t][5];
}

// The condition depends on what is read: masks are better than branches.
__global__ void chosen(int *out) {
    __shared__ int tile[SIDE][SIDE + 1];
    int t = threadIdx.x;
    for (int i = 0; i < SIDE; i++) tile[i][t] = i * 37 % 11;
    __syncthreads();
    if (tile[t][5] > 4) tile[t][3] = 1000;
    __syncthreads();
    for (int i = 0; i < SIDE; i++) out[i * SIDE + t] = tile[i][t];
}

// There is much to compute of what is read.
__global__ void computed(int *out) {
    __shared__ int tile[SIDE][SIDE + 1];
    int t = threadIdx.x;
    for (int i = 0; i < SIDE; i++) tile[i][t] = i * 100 + t;
    __syncthreads();
    int value = tile[t][5];
    value = (value * value + 7) ^ (value << 3);
    value = (value * 5 + 11) ^ (value >> 2);
    tile[t][3] = value & 0xffff;
    __syncthreads();
    for (int i = 0; i < SIDE; i++) out[i * SIDE + t] = tile[i][t];
}

}
