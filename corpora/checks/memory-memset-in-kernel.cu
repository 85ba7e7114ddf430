// A fill of as many bytes as an argument says.
#include "bug.h"

__global__ void clear(char *bytes, int each) {
    memset(bytes + threadIdx.x * each, 0, each); // check: memory/out-of-bounds
}

int main() {
    char *bytes;
    cudaMalloc(&bytes, 32 * 50);
    clear<<<1, 32>>>(bytes, BUG(51, 50));
    cudaDeviceSynchronize();
    cudaFree(bytes);
}
