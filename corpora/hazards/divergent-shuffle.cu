// Neighbours' values are taken within a branch that not all lanes take.
// run: no
#include "support.h"

__global__ void edges(const int *pixels, int *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % warpSize;
    const int value = i < n ? pixels[i] : 0;
    int left = value;
    if (lane > 0) {
        left = __shfl_up_sync(0xffffffff, value, 1); // hazard: HIP1001 HIP1016 (HIP1010)
    }
    if (threadIdx.x % 2 == 0) {
        if (__any_sync(0xffffffff, left != value)) out[i] = 1; // hazard: HIP1001 HIP1016
    }
}

int main() {
    const int n = 256;
    int *pixels = managed<int>(n), *out = managed<int>(n);
    for (int i = 0; i < n; i++) pixels[i] = i / 50;
    edges<<<1, n>>>(pixels, out, n);
    CUDA_CHECK(cudaGetLastError());
    std::printf("PASS divergent-shuffle\n");
    return 0;
}
