// Sums of blocks in two stages: one slot for each warp of 32, and a last stage that reads a slot for every 32 threads. With 64
// lanes half of the slots hold nothing.
// run: wave-32
// hazard: wave-64
// finds: HIP1006
// select: HIP1006
#include "../run/check.h"

__global__ void block_sums(const int *in, int *sums) {
    __shared__ int slots[32];
    int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
    if (threadIdx.x < 32) slots[threadIdx.x] = 1000000;
    __syncthreads();
    for (int offset = warpSize / 2; offset > 0; offset /= 2) value += __shfl_down_sync(__activemask(), value, offset);
    if (lane == 0) slots[warp] = value;
    __syncthreads();
    if (warp == 0) {
        value = lane < blockDim.x / 32 ? slots[lane] : 0;
        for (int offset = warpSize / 2; offset > 0; offset /= 2) value += __shfl_down_sync(__activemask(), value, offset);
        if (lane == 0) sums[blockIdx.x] = value;
    }
}

int main() {
    Verdict verdict("warp-slots");
    const int groups = 4, size = 512;
    std::vector<int> in(groups * size), want(groups);
    for (int i = 0; i < groups * size; i++) want[i / size] += in[i] = i % 23;
    Array<int> values(in), sums(groups);
    block_sums<<<groups, size>>>(values.p, sums.p);
    verdict.same("sums", sums.host(), want);
    return verdict.end();
}
