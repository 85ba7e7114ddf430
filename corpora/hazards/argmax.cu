// The place of the greatest element: pairs of value and index go down the warp.
// run: wave-32
#include "support.h"

struct Best {
    float value;
    int index;
};

__device__ Best better(Best a, Best b) { return b.value > a.value || (b.value == a.value && b.index < a.index) ? b : a; }

__device__ Best warp_best(Best mine) {
    for (int step = 16; step != 0; step = step / 2) { // hazard: HIP1009
        Best other;
        other.value = __shfl_down_sync(0xffffffffu, mine.value, step); // hazard: HIP1001 (HIP1010) (HIP1009)
        other.index = __shfl_down_sync(0xffffffffu, mine.index, step); // hazard: HIP1001 (HIP1010) (HIP1009)
        mine = better(mine, other);
    }
    return mine;
}

__global__ void argmax(const float *values, int n, Best *out) {
    Best mine = {-1e30f, 1 << 30};
    for (int i = threadIdx.x; i < n; i += blockDim.x) mine = better(mine, Best{values[i], i});
    mine = warp_best(mine);
    __shared__ Best best[32];
    const int warp = threadIdx.x / warpSize;
    if (threadIdx.x % warpSize == 0) best[warp] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / warpSize; w++) mine = better(mine, best[w]);
        *out = mine;
    }
}

int main() {
    const int n = 999;
    float *values = managed<float>(n);
    Best *out = managed<Best>(1);
    bool right = true;
    for (int at : {0, 5, 40, 63, 64, 500, 998}) {
        for (int i = 0; i < n; i++) values[i] = (float)(i % 10);
        values[at] = 1000.0f;
        argmax<<<1, 192>>>(values, n, out);
        finish();
        right = right && out->index == at;
    }
    return report("argmax", right);
}
