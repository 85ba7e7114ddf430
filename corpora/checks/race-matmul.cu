// Tiles of a matrix product without the second barrier.
#include "bug.h"

__global__ void product(const float *a, const float *b, float *c, int n) {
    __shared__ float as[16][16], bs[16][16];
    const int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
    float sum = 0;
    for (int t = 0; t < n; t += 16) {
        as[y][x] = a[row * n + t + x]; // check: race/warp
        bs[y][x] = b[(t + y) * n + column]; // check: race/shared race/warp
        __syncthreads();
        for (int k = 0; k < 16; ++k) sum += as[y][k] * bs[k][x];
        BUG(, __syncthreads());
    }
    c[row * n + column] = sum;
}

int main() {
    const int n = 64;
    float *a, *b, *c;
    for (float **p : {&a, &b, &c}) {
        cudaMalloc(p, n * n * sizeof(float));
        cudaMemset(*p, 0, n * n * sizeof(float));
    }
    product<<<dim3(4, 4), dim3(16, 16)>>>(a, b, c, n);
    cudaDeviceSynchronize();
    for (float *p : {a, b, c}) cudaFree(p);
}
