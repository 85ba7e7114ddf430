// A copy of a structure inside of a kernel, from behind the array.
#include "bug.h"

struct Big {
    int parts[20];
};

__global__ void copy(const Big *from, Big *to, int n) {
    const int i = threadIdx.x;
    if (i < n) {
        to[i] = from[i + BUG(1, 0)]; // check: memory/out-of-bounds
    }
}

int main() {
    Big *from, *to;
    cudaMalloc(&from, 16 * sizeof(Big));
    cudaMalloc(&to, 16 * sizeof(Big));
    cudaMemset(from, 0, 16 * sizeof(Big));
    copy<<<1, 32>>>(from, to, 16);
    cudaDeviceSynchronize();
    cudaFree(from);
    cudaFree(to);
}
