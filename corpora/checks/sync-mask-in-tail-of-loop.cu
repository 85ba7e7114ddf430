// A warp goes over numbers of which there is no multiple of its lanes: the last round is not made by all lanes that the mask names.
#include "bug.h"

__global__ void pairs(const int *in, int *out, int n, unsigned all) {
    const int lane = threadIdx.x;
    int sum = 0;
    for (int i = lane; i < BUG(n, (n + 31) / 32 * 32); i += 32) {
        const int own = i < n ? in[i] : 0;
        sum += own * __shfl_xor_sync(all, own, 1); // check: sync/lanes-absent
    }
    __syncthreads();
    out[lane] = sum;
}

int main() {
    int *in, *out, n = 50;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMemset(in, 0, n * sizeof(int));
    pairs<<<1, 32>>>(in, out, n, 0xffffffff);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
