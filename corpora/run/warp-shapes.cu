// Warp operations in blocks of many shapes, whose last warp is not full and some of whose threads have left.
// run: wave-any
#include "check.h"

using Mask = decltype(__activemask());

__device__ int linear_thread() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
__device__ int linear_block() { return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }

// Threads from `first` on up to `last` stay. A sum over each warp's lanes up to one's own, the number of odd values among them,
// and what the block's warps have together.
__global__ void sums(const int *in, int *scan, int *odds, int *total, int first, int last) {
    __shared__ int parts[32];
    const int threads = blockDim.x * blockDim.y * blockDim.z, t = linear_thread(), i = linear_block() * threads + t;
    for (int k = t; k < 32; k += threads) parts[k] = 0;
    __syncthreads();
    if (t < first || t >= last) return;
    const int lane = t % warpSize;
    const Mask here = __activemask();
    int v = in[i];
    for (int d = 1; d < warpSize; d *= 2) {
        const int other = __shfl_up_sync(here, v, d);
        if (lane >= d && t - d >= first) v += other;
    }
    scan[i] = v;
    odds[i] = __popcll(__ballot_sync(here, in[i] & 1));
    if (t + 1 == last || lane + 1 == warpSize) parts[t / warpSize] = v;
    __syncthreads();
    if (t == first) {
        int sum = 0;
        for (int part : parts) sum += part;
        total[linear_block()] = sum;
    }
}

// The first threads meet alone, then all again, round after round.
__global__ void rounds(const int *in, int *out, int few) {
    __shared__ int kept;
    const int threads = blockDim.x * blockDim.y * blockDim.z, t = linear_thread(), i = linear_block() * threads + t;
    int v = in[i];
    for (int round = 0; round < 3; round++) {
        if (t < few) v += __shfl_xor_sync(__activemask(), v, 1);
        __syncwarp();
        const int greatest = __reduce_max_sync(__activemask(), v);
        if (t == 0) kept = greatest + round;
        __syncthreads();
        v = (v ^ kept) + round;
        __syncthreads();
    }
    out[i] = v;
}

static void check_sums(Verdict &verdict, const std::vector<int> &in, dim3 block, int blocks, int first, int last, int warp) {
    const int threads = block.x * block.y * block.z;
    std::vector<int> scan(in.size()), odds(in.size()), total(blocks);
    for (int b = 0; b < blocks; b++)
        for (int t = first; t < last && t < threads; t++) {
            const int start = t / warp * warp, i = b * threads + t;
            for (int k = start > first ? start : first; k <= t; k++) scan[i] += in[b * threads + k];
            for (int k = start; k < start + warp; k++) odds[i] += k >= first && k < last && k < threads && in[b * threads + k] & 1;
            total[b] += in[i];
        }
    Array<int> from(in), to(in.size()), of(in.size()), all(blocks);
    sums<<<blocks, block>>>(from.p, to.p, of.p, all.p, first, last < threads ? last : threads);
    char what[100];
    std::snprintf(what, sizeof what, "%dx%dx%d threads, %d to %d stay", block.x, block.y, block.z, first, last);
    verdict.same(what, to.host(), scan);
    verdict.same(what, of.host(), odds);
    verdict.same(what, all.host(), total);
}

static void check_rounds(Verdict &verdict, const std::vector<int> &in, dim3 block, int blocks, int few, int warp) {
    const int threads = block.x * block.y * block.z;
    std::vector<int> v(in);
    for (int b = 0; b < blocks; b++) {
        int *all = &v[b * threads];
        for (int round = 0; round < 3; round++) {
            const std::vector<int> before(all, all + threads);
            for (int t = 0; t < few; t++) all[t] += before[t ^ 1];
            int greatest = all[0];
            for (int t = 1; t < warp && t < threads; t++) greatest = all[t] > greatest ? all[t] : greatest;
            for (int t = 0; t < threads; t++) all[t] = (all[t] ^ (greatest + round)) + round;
        }
    }
    Array<int> from(in), to(in.size());
    rounds<<<blocks, block>>>(from.p, to.p, few);
    char what[100];
    std::snprintf(what, sizeof what, "%dx%dx%d threads, the first %d meet", block.x, block.y, block.z, few);
    verdict.same(what, to.host(), v);
}

int main() {
    Verdict verdict("warp-shapes");
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    const int warp = properties.warpSize;
    const dim3 shapes[] = {dim3(32), dim3(64), dim3(256), dim3(100), dim3(7), dim3(16, 16), dim3(8, 8), dim3(24, 8), dim3(33, 3),
                           dim3(3, 5, 7), dim3(32, 3), dim3(64, 2, 2), dim3(1, 100), dim3(96, 2), dim3(1024), dim3(20, 1, 20)};
    for (const dim3 &block : shapes) {
        const int threads = block.x * block.y * block.z, blocks = 3;
        std::vector<int> in(threads * blocks);
        const auto words = random_words(in.size(), threads);
        for (size_t i = 0; i < in.size(); i++) in[i] = words[i] % 1000;
        for (int last : {threads, threads - 1, threads / 2, 40, 1}) check_sums(verdict, in, block, blocks, 0, last, warp);
        for (int first : {1, 5, 37, threads / 2}) {
            if (first < threads) check_sums(verdict, in, block, blocks, first, threads, warp);
            if (first < threads - 2) check_sums(verdict, in, block, blocks, first, threads - 2, warp);
        }
        for (int few : {0, 2, 6, 34}) {
            if (few <= threads && few % 2 == 0) check_rounds(verdict, in, block, blocks, few, warp);
        }
    }
    return verdict.end();
}
