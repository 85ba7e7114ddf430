// The least distance of each block and where it is: pairs are folded in warps, then by the first warp; a helper folds what is in
// range only.
// run: wave-32
#include "support.h"

struct Pair {
    float distance;
    int index;
};

__device__ __forceinline__ Pair nearer(Pair a, Pair b) {
    return b.distance < a.distance || (b.distance == a.distance && b.index < a.index) ? b : a;
}

__device__ __forceinline__ Pair from_below(Pair pair, int offset) {
    Pair other;
    other.distance = __shfl_down_sync(0xffffffffu, pair.distance, offset, 32); // hazard: HIP1001 HIP1016
    other.index = __shfl_down_sync(0xffffffffu, pair.index, offset, 32);       // hazard: HIP1001
    return other;
}

__device__ Pair warp_fold(Pair pair) {
    for (int offset = 16; offset > 0; offset >>= 1) pair = nearer(pair, from_below(pair, offset));
    return pair;
}

__global__ void argmin(const float *distances, int n, Pair *out) {
    __shared__ Pair slots[8]; // hazard: (HIP1012)
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    Pair pair = {i < n ? distances[i] : 1e30f, i};
    pair = warp_fold(pair);
    if ((threadIdx.x & 31) == 0) slots[threadIdx.x >> 5] = pair; // hazard: (HIP1005) (HIP1006)
    __syncthreads();
    if (threadIdx.x < 32) { // hazard: (HIP1004)
        Pair first = {1e30f, n};
        if (threadIdx.x < 8) first = slots[threadIdx.x];
        first = warp_fold(first);
        if (threadIdx.x == 0) out[blockIdx.x] = first;
    }
}

__global__ void flags(const float *distances, int n, int *found) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (__any_sync(0xffffffffu, distances[i] == 0)) *found = 1; // hazard: HIP1001 HIP1016
}

// All lanes come to these: the conditions are those of blocks.
__global__ void whole(const float *distances, int n, int *found) {
    for (int start = blockIdx.x * blockDim.x; start < n; start += gridDim.x * blockDim.x) {
        const int i = start + threadIdx.x;
        if (__any_sync(0xffffffffu, i < n && distances[i] < 0)) *found = 2; // hazard: HIP1001
    }
    if (blockIdx.x == 0 && n > 100) {
        if (__all_sync(0xffffffffu, threadIdx.x > 500)) *found = 3; // hazard: HIP1001
    }
}

int main() {
    const int n = 1000, size = 256, groups = (n + size - 1) / size;
    float *distances = managed<float>(n);
    Pair *out = managed<Pair>(groups);
    int *found = managed<int>(1);
    for (int i = 0; i < n; i++) distances[i] = (float)((i * 37 + 11) % 499);
    argmin<<<groups, size>>>(distances, n, out);
    flags<<<groups, size>>>(distances, n, found);
    whole<<<groups, size>>>(distances, n, found);
    finish();
    bool right = true;
    for (int block = 0; block < groups; block++) {
        Pair want = {1e30f, -1};
        for (int i = block * size; i < n && i < (block + 1) * size; i++) {
            if (distances[i] < want.distance) want = {distances[i], i};
        }
        right = right && want.distance == out[block].distance && want.index == out[block].index;
    }
    return report("block-argmin", right && *found == 1);
}
