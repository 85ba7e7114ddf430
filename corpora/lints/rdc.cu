#include <cuda_runtime.h>

extern __device__ int counter; // fires
extern __constant__ float weights[4];
__device__ int own;

__global__ void kernel(int *p) {
    extern __shared__ int shared[];
    shared[0] = counter + own;
    p[0] = shared[0];
}
