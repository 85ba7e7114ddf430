// A function that is called through a pointer writes behind the array.
#include "bug.h"

typedef void (*Action)(int *, int);

__device__ void put(int *p, int i) {
    p[i] = i; // check: memory/out-of-bounds
}

__device__ void take(int *p, int i) { p[0] = i; }

__device__ Action actions[2] = {put, take};

__global__ void act(int *p, int which, int n) {
    if (threadIdx.x < n) actions[which](p, threadIdx.x);
}

int main() {
    int *p;
    cudaMalloc(&p, 30 * sizeof(int));
    act<<<1, 32>>>(p, 0, BUG(32, 30));
    cudaDeviceSynchronize();
    cudaFree(p);
}
