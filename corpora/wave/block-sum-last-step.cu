// Sums of blocks by the textbook's two steps. In the last one, the first 32 threads of a block call the function of the warp: half
// of a wavefront of 64, which HIP's headers stop at a mask of all lanes.
// run: wave-32
// finds: HIP1001 HIP1016
// select: HIP1001 HIP1016
// port: mends
#include "../run/check.h"

__device__ int warp_sum(int value) {
    for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

__device__ int block_sum(int value) {
    __shared__ int slots[32];
    const int lane = threadIdx.x % 32, wid = threadIdx.x / 32;
    value = warp_sum(value);
    if (lane == 0) slots[wid] = value;
    __syncthreads();
    value = threadIdx.x < blockDim.x / 32 ? slots[lane] : 0;
    if (wid == 0) value = warp_sum(value);
    return value;
}

__global__ void sums(const int *in, int *out) {
    const int sum = block_sum(in[blockIdx.x * blockDim.x + threadIdx.x]);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

int main() {
    Verdict verdict("block-sum-last-step");
    const int groups = 5, size = 256;
    std::vector<int> in(groups * size), want(groups);
    for (int i = 0; i < groups * size; i++) want[i / size] += in[i] = i % 29;
    Array<int> values(in), out(groups);
    sums<<<groups, size>>>(values.p, out.p);
    verdict.same("sums", out.host(), want);
    return verdict.end();
}
