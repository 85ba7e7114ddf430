#include "gemm.h"

static constexpr int TILE = 16;

template <int Tile> __global__ void multiply(int n, const float *__restrict__ a, const float *__restrict__ b, float *c) {
    __shared__ float left[Tile][Tile], right[Tile][Tile + 1];
    const int row = blockIdx.y * Tile + threadIdx.y, column = blockIdx.x * Tile + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < n; first += Tile) {
        const int k = first + threadIdx.x, l = first + threadIdx.y;
        left[threadIdx.y][threadIdx.x] = row < n && k < n ? a[k * n + row] : 0.0f;
        right[threadIdx.y][threadIdx.x] = column < n && l < n ? b[column * n + l] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < Tile; i++) sum = __fmaf_rn(left[threadIdx.y][i], right[i][threadIdx.x], sum);
        __syncthreads();
    }
    if (row < n && column < n) c[column * n + row] = sum;
}

cudaError_t gemm_tiled(int n, const float *a, const float *b, float *c, cudaStream_t stream) {
    const dim3 block(TILE, TILE), grid((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);
    multiply<TILE><<<grid, block, 0, stream>>>(n, a, b, c);
    return cudaGetLastError();
}
