// Lanes with much to do and those with little take masks of two votes, of which one is of all lanes that have something to do.
#include "bug.h"

__global__ void share(const int *work, int *out) {
    const int lane = threadIdx.x;
    const int n = work[lane];
    const unsigned much = __ballot_sync(0xffffffff, n > 4);
    const unsigned little = __ballot_sync(0xffffffff, BUG(n > 0, n <= 4));
    const unsigned mask = n > 4 ? much : little;
    const int leader = __ffs(mask) - 1;
    out[lane] = __shfl_sync(mask, n, leader); // check: sync/different-masks
}

int main() {
    int host[32], *work, *out;
    for (int i = 0; i < 32; i++) host[i] = i % 8 + 1;
    cudaMalloc(&work, sizeof(host));
    cudaMalloc(&out, sizeof(host));
    cudaMemcpy(work, host, sizeof(host), cudaMemcpyHostToDevice);
    share<<<1, 32>>>(work, out);
    cudaDeviceSynchronize();
    cudaFree(work);
    cudaFree(out);
}
