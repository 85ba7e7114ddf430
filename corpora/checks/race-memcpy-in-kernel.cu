// Copies within a kernel overlap by an element.
#include "bug.h"

struct Row {
    int v[64];
};

__global__ void rows(const Row *in, int *out) {
    *reinterpret_cast<Row *>(out + threadIdx.x * BUG(63, 64)) = in[threadIdx.x]; // check: race/warp
}

int main() {
    Row *in;
    int *out;
    cudaMalloc(&in, 4 * sizeof(Row));
    cudaMalloc(&out, 4 * sizeof(Row));
    cudaMemset(in, 0, 4 * sizeof(Row));
    rows<<<1, 4>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
