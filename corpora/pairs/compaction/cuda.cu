// Keeps the positive numbers, as written before Volta: one atomic a warp, places by ballot.
#include <cuda_runtime.h>

__global__ void compact(const int *in, int *out, int *count, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned lane = threadIdx.x % warpSize;
    const int value = i < n ? in[i] : 0;
    const unsigned long long votes = __ballot(value > 0);
    if (!__any(value > 0)) return;
    int base = 0;
    if (lane == 0) base = atomicAdd(count, __popcll(votes));
    base = __shfl(base, 0);
    if (value > 0) out[base + __popcll(votes & ((1ull << lane) - 1))] = value;
}
