// A lane votes with a mask that it is not in.
#include "bug.h"

__global__ void votes(const int *in, unsigned *out) {
    const int lane = threadIdx.x;
    out[lane] = __ballot_sync(BUG(0xfffffffe, 0xffffffff), in[lane] > 3); // check: sync/mask-without-caller
}

int main() {
    int *in;
    unsigned *out;
    cudaMalloc(&in, 32 * sizeof(int));
    cudaMalloc(&out, 32 * sizeof(unsigned));
    cudaMemset(in, 0, 32 * sizeof(int));
    votes<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
