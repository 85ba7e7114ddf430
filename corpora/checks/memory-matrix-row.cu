// The last row of a matrix is one too far.
#include "bug.h"

__global__ void rows(double *m, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) m[(y + BUG(1, 0)) * width + x] = x; // check: memory/out-of-bounds
}

int main() {
    const int width = 48, height = 40;
    double *m;
    cudaMalloc(&m, width * height * sizeof(double));
    rows<<<dim3(3, 5), dim3(16, 8)>>>(m, width, height);
    cudaDeviceSynchronize();
    cudaFree(m);
}
