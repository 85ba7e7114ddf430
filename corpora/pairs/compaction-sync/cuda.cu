// needs: hip-6.2
// Keeps the positive numbers: one atomic a warp, places by ballot.
#include <cuda_runtime.h>

__global__ void compact(const int *in, int *out, int *count, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned lane = threadIdx.x % warpSize;
    const int value = i < n ? in[i] : 0;
    const unsigned long long votes = __ballot_sync(0xffffffff, value > 0);
    if (!__any_sync(0xffffffff, value > 0)) return;
    int base = 0;
    if (lane == 0) base = atomicAdd(count, __popcll(votes));
    base = __shfl_sync(0xffffffff, base, 0);
    if (value > 0) out[base + __popcll(votes & ((1ull << lane) - 1))] = value;
}
