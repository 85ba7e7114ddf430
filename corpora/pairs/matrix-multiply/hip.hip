// C = A B for square matrices whose size is a multiple of the tile.
#include <hip/hip_runtime.h>

constexpr int kTile = 16;

__global__ void matmul(const float* a, const float* b, float* c, int size)
{
    __shared__ float tile_a[kTile][kTile];
    __shared__ float tile_b[kTile][kTile];

    const int y = blockIdx.y * kTile + threadIdx.y;
    const int x = blockIdx.x * kTile + threadIdx.x;
    float sum = 0.0f;
    for (int tile = 0; tile < size / kTile; tile++) {
        tile_a[threadIdx.y][threadIdx.x] = a[y * size + tile * kTile + threadIdx.x];
        tile_b[threadIdx.y][threadIdx.x] = b[(tile * kTile + threadIdx.y) * size + x];
        __syncthreads();
        #pragma unroll
        for (int i = 0; i < kTile; i++) {
            sum = __builtin_fmaf(tile_a[threadIdx.y][i], tile_b[i][threadIdx.x], sum);
        }
        __syncthreads();
    }
    c[y * size + x] = sum;
}
