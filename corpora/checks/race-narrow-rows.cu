// Rows of an image lie closer to each other than they are wide: the end of one is the beginning of the next.
#include "bug.h"

__global__ void fill(float *image, int pitch) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    image[y * pitch + x] = x; // check: race/global
}

int main() {
    float *image;
    cudaMalloc(&image, 64 * 32 * sizeof(float));
    fill<<<dim3(1, 8), dim3(64, 4)>>>(image, BUG(60, 64));
    cudaDeviceSynchronize();
    cudaFree(image);
}
