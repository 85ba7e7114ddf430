// Block sums: each warp has a slot, whose number is counted in warps of 32, while as many slots are added as there are warps.
// run: wave-32
// hazard: wave-64
// finds: HIP1006
// select: HIP1006
#include "../run/check.h"

__global__ void block_sums(const int *in, int *sums) {
    __shared__ int slots[64];
    if (threadIdx.x < 64) slots[threadIdx.x] = 0;
    __syncthreads();
    int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int offset = warpSize / 2; offset > 0; offset /= 2) value += __shfl_down_sync(__activemask(), value, offset);
    const int warp = threadIdx.x >> 5;
    if (threadIdx.x % warpSize == 0) slots[warp] = value;
    __syncthreads();
    if (threadIdx.x == 0) {
        int all = 0;
        for (int i = 0; i < blockDim.x / warpSize; i++) all += slots[i];
        sums[blockIdx.x] = all;
    }
}

int main() {
    Verdict verdict("warp-index");
    const int groups = 5, size = 256;
    std::vector<int> in(groups * size), want(groups);
    for (int i = 0; i < groups * size; i++) want[i / size] += in[i] = i % 31;
    Array<int> values(in), sums(groups);
    block_sums<<<groups, size>>>(values.p, sums.p);
    verdict.same("sums", sums.host(), want);
    return verdict.end();
}
