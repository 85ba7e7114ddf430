// Functions of a whole warp where the wavefront of an AMD GPU has lanes that do not take part: the last step of a block reduction,
// which only the first warp does, blocks of 32 threads, and the second of two warps by itself.
// run: wave-any
#include "check.h"

#define FULL_MASK 0xffffffff
const int warp = 32, answers = 10;

__device__ int sum_of_warp(int value) {
    for (int apart = warp / 2; apart > 0; apart /= 2) value += __shfl_down_sync(FULL_MASK, value, apart);
    return value;
}

__global__ void sum_of_block(const int *in, int *out) {
    __shared__ int sums[warp];
    const int lane = threadIdx.x % warp, which = threadIdx.x / warp;
    int value = sum_of_warp(in[blockIdx.x * blockDim.x + threadIdx.x]);
    if (lane == 0) sums[which] = value;
    __syncthreads();
    if (which == 0) {
        value = lane < blockDim.x / warp ? sums[lane] : 0;
        value = sum_of_warp(value);
        if (lane == 0) out[blockIdx.x] = value;
    }
}

// Every function that takes a mask, by the threads of one warp from `first` on.
__global__ void all_functions(int first, int *out) {
    if (threadIdx.x < first || threadIdx.x >= first + warp) return;
    const int lane = threadIdx.x - first;
    int *mine = out + lane * answers;
    mine[0] = __shfl_sync(0xffffffff, 3 * lane, 5, warp);
    mine[1] = __shfl_xor_sync(0xffffffffu, lane, 1);
    mine[2] = __shfl_up_sync(~0u, 2 * lane, 0);
    mine[3] = __all_sync(0xffffffff, lane < warp);
    mine[4] = __any_sync(0xffffffff, lane == warp - 1);
    mine[5] = __popcll(__ballot_sync(0xffffffff, lane % 4 == 0));
    mine[6] = __popcll(__match_any_sync(0xffffffff, lane / 8));
    int same = 0;
    mine[7] = __popcll(__match_all_sync(0xffffffff, first, &same)) + 100 * same;
    __syncwarp(0xffffffff);
    mine[8] = __reduce_add_sync(0xffffffff, lane);
    mine[9] = __reduce_max_sync(0xffffffff, lane) - __reduce_min_sync(0xffffffff, lane);
}

int main() {
    Verdict verdict("partial-waves");
    const int blocks = 3, threads = 256;
    std::vector<int> in(blocks * threads), sums(blocks);
    for (size_t i = 0; i < in.size(); i++) sums[i / threads] += in[i] = static_cast<int>(i * 7 % 1001);
    Array<int> din(in), dout(blocks);
    sum_of_block<<<blocks, threads>>>(din.p, dout.p);
    verdict.same("sums", dout.host(), sums);

    std::vector<int> want;
    for (int lane = 0; lane < warp; lane++)
        want.insert(want.end(), {15, lane ^ 1, 2 * lane, 1, 1, 8, 8, 132, 496, 31});
    const struct { int first, threads; } cases[] = {{0, 32}, {0, 64}, {32, 64}, {64, 96}};
    for (const auto &each : cases) {
        Array<int> got(want.size());
        all_functions<<<1, each.threads>>>(each.first, got.p);
        verdict.same("functions", got.host(), want);
    }
    return verdict.end();
}
