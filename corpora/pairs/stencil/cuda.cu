// A stencil of seven points along a line; coefficients in constant memory, the neighbourhood in shared memory.
#include <cuda_runtime.h>
#define RADIUS 3
#define BLOCK_SIZE 128

__constant__ float c_stencil[RADIUS + 1];

__global__ void stencil_1d(const float *__restrict__ in, float *__restrict__ out, int n) {
    __shared__ float temp[BLOCK_SIZE + 2 * RADIUS];
    int gindex = threadIdx.x + blockIdx.x * BLOCK_SIZE + RADIUS;
    int lindex = threadIdx.x + RADIUS;
    temp[lindex] = in[gindex];
    if (threadIdx.x < RADIUS) {
        temp[lindex - RADIUS] = in[gindex - RADIUS];
        temp[lindex + BLOCK_SIZE] = in[gindex + BLOCK_SIZE];
    }
    __syncthreads();
    float result = c_stencil[0] * temp[lindex];
    for (int offset = 1; offset <= RADIUS; offset++)
        result += c_stencil[offset] * (temp[lindex - offset] + temp[lindex + offset]);
    out[gindex] = result;
}

void set_coefficients(const float *h) { cudaMemcpyToSymbol(c_stencil, h, sizeof(c_stencil)); }
