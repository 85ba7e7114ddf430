// A byte behind an allocation whose length eight does not divide.
#include "bug.h"

__global__ void clear(unsigned char *bytes, int n) {
    const int i = threadIdx.x;
    if (i < n) bytes[i] = 0; // check: memory/out-of-bounds
}

int main() {
    unsigned char *bytes;
    cudaMalloc(&bytes, 61);
    clear<<<1, 64>>>(bytes, BUG(62, 61));
    cudaDeviceSynchronize();
    cudaFree(bytes);
}
