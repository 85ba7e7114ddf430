// The usual reduction of a block in two stages, by a WARP_SIZE of 32.
// run: wave-32
// hazard: wave-64
// finds: HIP1007
#include "../run/check.h"

#define WARP_SIZE 32

__inline__ __device__ int warp_sum(int value) {
    for (int offset = WARP_SIZE / 2; offset > 0; offset /= 2) value += __shfl_down_sync(__activemask(), value, offset);
    return value;
}

__global__ void block_sums(const int *in, int *sums) {
    __shared__ int slots[64];
    const int lane = threadIdx.x % WARP_SIZE, warp = threadIdx.x / WARP_SIZE;
    const int value = warp_sum(in[blockIdx.x * blockDim.x + threadIdx.x]);
    if (lane == 0) slots[warp] = value;
    __syncthreads();
    if (warp == 0) {
        const int all = warp_sum(lane < blockDim.x / WARP_SIZE ? slots[lane] : 0);
        // The last lane takes the sum from the first.
        const int sum = __shfl_sync(__activemask(), all, 0);
        if (lane == WARP_SIZE - 1) sums[blockIdx.x] = sum;
    }
}

__global__ void last_of_warps(const int *in, int *total) {
    int value = in[threadIdx.x];
    for (int offset = 1; offset < WARP_SIZE; offset *= 2) {
        const int below = __shfl_up_sync(__activemask(), value, offset);
        if (threadIdx.x % WARP_SIZE >= offset) value += below;
    }
    const int last = __shfl_sync(__activemask(), value, WARP_SIZE - 1);
    if (threadIdx.x % WARP_SIZE == 0) atomicAdd(total, last);
}

int main() {
    Verdict verdict("warp-size-macro");
    const int groups = 6, size = 512;
    std::vector<int> in(groups * size), want(groups);
    for (int i = 0; i < groups * size; i++) want[i / size] += in[i] = i % 41;
    Array<int> values(in), sums(groups), total(1);
    block_sums<<<groups, size>>>(values.p, sums.p);
    last_of_warps<<<1, size>>>(values.p, total.p);
    verdict.same("sums", sums.host(), want);
    verdict.same("total", total.host()[0], want[0]);
    return verdict.end();
}
