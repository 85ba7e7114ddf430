#include <cuda_runtime.h>

__global__ void transpose(float *p) {
    __shared__ float tile[16][16 + 1];
    tile[threadIdx.y][threadIdx.x] = p[threadIdx.y * 16 + threadIdx.x];
    __syncthreads();
    p[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
