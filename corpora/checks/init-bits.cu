// One byte of four is written. Who looks at that one alone does nothing wrong.
#include "bug.h"

__global__ void low(unsigned *p) {
    reinterpret_cast<unsigned char *>(&p[threadIdx.x])[0] = threadIdx.x;
}

__global__ void test(const unsigned *p, int *out) {
    out[threadIdx.x] = 0;
    if (p[threadIdx.x] & BUG(0x1ff, 0xff)) atomicExch(&out[threadIdx.x], 1); // check: init/undefined-branch
}

int main() {
    unsigned *p;
    int *out;
    cudaMalloc(&p, 64 * sizeof(unsigned));
    cudaMalloc(&out, 64 * sizeof(int));
    low<<<1, 64>>>(p);
    test<<<1, 64>>>(p, out);
    cudaDeviceSynchronize();
    cudaFree(p);
    cudaFree(out);
}
