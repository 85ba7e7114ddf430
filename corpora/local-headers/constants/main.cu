// Masks, widths and blocks whose numbers stand in headers.
#include "config.cuh"

__global__ void sum(float *p) {
    float v = p[threadIdx.x];
    v += __shfl_down_sync(EVERY, v, 2); // fires: HIP1001
    v += __shfl_down_sync(EVERY, v, 1);
    p[threadIdx.x] = v;
}

void run(float *p) {
    sum<<<1, THREADS>>>(p); // fires: HIP2004
    sum<<<1, THREADS / 4>>>(p);
}
