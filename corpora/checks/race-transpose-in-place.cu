// A matrix is transposed in place, each element by two threads.
#include "bug.h"

__global__ void transpose(float *m, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n BUG(, || x < y)) return;
    const float a = m[y * n + x], b = m[x * n + y];
    m[y * n + x] = b; // check: race/global race/warp
    m[x * n + y] = a; // check: race/global race/warp
}

int main() {
    float *m;
    cudaMalloc(&m, 32 * 32 * sizeof(float));
    cudaMemset(m, 0, 32 * 32 * sizeof(float));
    transpose<<<dim3(4, 4), dim3(8, 8)>>>(m, 32);
    cudaDeviceSynchronize();
    cudaFree(m);
}
