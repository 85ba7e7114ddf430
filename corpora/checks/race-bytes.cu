// Neighbours write bytes of one word, which is right, and one of them the next one's too.
#include "bug.h"

__global__ void bytes(unsigned char *p, int n) {
    const int i = threadIdx.x;
    p[i] = i; // check: race/warp race/global
    if (i + 1 < n BUG(, && i < 0)) p[i + 1] = 1;
}

int main() {
    unsigned char *p;
    cudaMalloc(&p, 128);
    bytes<<<1, 128>>>(p, 128);
    cudaDeviceSynchronize();
    cudaFree(p);
}
