// Numbers out of a stream of bytes, where they stand.
#include "bug.h"

__global__ void parse(const unsigned char *bytes, int *out, int header) {
    const int i = threadIdx.x;
    out[i] = *reinterpret_cast<const int *>(bytes + header + 4 * i); // check: memory/misaligned
}

int main() {
    unsigned char *bytes;
    int *out;
    cudaMalloc(&bytes, 1024);
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMemset(bytes, 0, 1024);
    parse<<<1, 64>>>(bytes, out, BUG(5, 8));
    cudaDeviceSynchronize();
    cudaFree(bytes);
    cudaFree(out);
}
