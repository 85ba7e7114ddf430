// compile: gfx90a
__global__ void leaves(float *data, int n) {
    __shared__ float tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return; // fires
    tile[threadIdx.x] = data[i];
    __syncthreads();
    data[i] = tile[255 - threadIdx.x];
}

__global__ void whole_blocks(float *data, int n) {
    __shared__ float tile[256];
    if (blockIdx.x * blockDim.x >= n) return;
    tile[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = tile[255 - threadIdx.x];
}

__global__ void leaves_behind(float *data, int n) {
    __syncthreads();
    if (threadIdx.x >= n) return;
    data[threadIdx.x] = 1;
}

__global__ void no_barrier(float *data, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    data[i] = 1;
}
