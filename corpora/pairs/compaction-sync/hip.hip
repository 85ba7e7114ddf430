// Keeps the positive numbers: one atomic a wavefront, places by ballot; votes and shuffles with a mask of all lanes.
#include <hip/hip_runtime.h>

__global__ void compact(const int* source, int* kept, int* kept_count, int count)
{
    constexpr unsigned long long all = ~0ull;
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned lane = threadIdx.x % warpSize;
    const int number = at < count ? source[at] : 0;

    const unsigned long long ballot = __ballot_sync(all, number > 0);
    if (!__any_sync(all, number > 0)) {
        return;
    }
    int start = 0;
    if (lane == 0) {
        start = atomicAdd(kept_count, __popcll(ballot));
    }
    start = __shfl_sync(all, start, 0);
    if (number > 0) {
        kept[start + __popcll(ballot & ((1ull << lane) - 1))] = number;
    }
}
