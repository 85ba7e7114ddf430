// Matrix product by tiles of 32 x 32, a thread for each element.
// run: wave-any
#include "support.h"

template <int BLOCK_SIZE> __global__ void multiply(const float *a, const float *b, float *c, int n) {
    __shared__ float as[BLOCK_SIZE][BLOCK_SIZE], bs[BLOCK_SIZE][BLOCK_SIZE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * BLOCK_SIZE + ty, col = blockIdx.x * BLOCK_SIZE + tx;
    float sum = 0;
    for (int t = 0; t < n; t += BLOCK_SIZE) {
        as[ty][tx] = a[row * n + t + tx];
        bs[ty][tx] = b[(t + ty) * n + col];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BLOCK_SIZE; k++) sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

int main() {
    const int n = 64, block_size = 32;
    float *a = managed<float>(n * n), *b = managed<float>(n * n), *c = managed<float>(n * n);
    for (int i = 0; i < n * n; i++) a[i] = (float)(i % 5), b[i] = (float)(i % 7 - 3);
    dim3 threads(block_size, block_size), grid(n / threads.x, n / threads.y);
    if (block_size == 16) multiply<16><<<grid, threads>>>(a, b, c, n);
    else multiply<32><<<grid, threads>>>(a, b, c, n);
    finish();
    bool right = true;
    for (int r = 0; r < n; r++)
        for (int col = 0; col < n; col++) {
            float want = 0;
            for (int k = 0; k < n; k++) want += a[r * n + k] * b[k * n + col];
            right = right && want == c[r * n + col];
        }
    return report("matmul-tiled", right);
}
