// run: wave-any
// targets: gpus,cpu needs hipcub (AMD's HIP of Debian 12 has no hipCUB)
// needs: hipcub
// CUB in blocks whose rows are not whole warps, in one kernel with warps whose lanes part and leave one after the other, as code that is
// compiled for warps of both sizes has them. Blocks of several rows do not sort: rocPRIM's radix sort is for those of one.
#include "check.h"

#include <algorithm>
#include <cooperative_groups.h>
#include <cub/cub.cuh>

namespace cg = cooperative_groups;

constexpr int items = 3, tile = 16;

// What tiles of 16 lanes do, each in its own way, before those of the last ones leave.
__host__ __device__ int rounds_of(int tile_number) { return tile_number % 4; }

template <int Width, int Height> __global__ void mixed(const int *in, int *sorted, int *running, int *sums, int *tiles, int leave_from) {
    constexpr int threads = Width * Height;
    using Sort = cub::BlockRadixSort<int, threads, items>;
    using Scan = cub::BlockScan<int, Width, cub::BLOCK_SCAN_RAKING, Height>;
    using Reduce = cub::BlockReduce<int, Width, cub::BLOCK_REDUCE_WARP_REDUCTIONS, Height>;
    __shared__ union {
        typename Sort::TempStorage sort;
        typename Scan::TempStorage scan;
        typename Reduce::TempStorage reduce;
    } memory;
    const int thread = threadIdx.y * Width + threadIdx.x, first = (blockIdx.x * threads + thread) * items;
    int mine[items];
    for (int j = 0; j < items; ++j) mine[j] = in[first + j];
    if (Height == 1) Sort(memory.sort).Sort(mine);
    __syncthreads();
    for (int j = 0; j < items; ++j) sorted[first + j] = mine[j];
    int scanned[items];
    Scan(memory.scan).InclusiveSum(mine, scanned);
    __syncthreads();
    for (int j = 0; j < items; ++j) running[first + j] = scanned[j];
    const int sum = Reduce(memory.reduce).Sum(mine[0]);
    if (thread == 0) sums[blockIdx.x] = sum;
    __syncthreads();

    const auto group = cg::tiled_partition<tile>(cg::this_thread_block());
    const int number = thread / tile, lane = static_cast<int>(group.thread_rank());
    int value = mine[0];
    if (number % 3 == 0) {
        value += group.shfl(value, (lane + 1) % tile);
    } else {
        for (int round = 0; round < rounds_of(number); ++round) value ^= group.shfl_xor(value, 1 << round) + round;
    }
    if (number >= leave_from) return;
    tiles[blockIdx.x * threads + thread] = value + group.shfl(value, tile - 1 - lane);
}

template <int Width, int Height> void check(Verdict &verdict, const std::vector<uint32_t> &words, int leave_from) {
    constexpr size_t threads = Width * Height, of_block = threads * items, blocks = 5;
    std::vector<int> values;
    for (size_t i = 0; i < blocks * of_block; ++i) values.push_back(static_cast<int>(words[i] % 100003) - 50000);
    Array<int> in(values), sorted(values.size()), running(values.size()), sums(blocks), tiles(blocks * threads);
    mixed<Width, Height><<<static_cast<int>(blocks), dim3(Width, Height)>>>(in.p, sorted.p, running.p, sums.p, tiles.p, leave_from);

    std::vector<int> want_sorted = values, want_running, want_sums, want_tiles(blocks * threads);
    for (size_t block = 0; block < blocks; ++block) {
        const auto begin = want_sorted.begin() + static_cast<long>(block * of_block);
        if (Height == 1) std::sort(begin, begin + static_cast<long>(of_block));
        int total = 0, firsts = 0;
        for (size_t i = 0; i < of_block; ++i) want_running.push_back(total += begin[static_cast<long>(i)]);
        for (size_t thread = 0; thread < threads; ++thread) firsts += begin[static_cast<long>(thread * items)];
        want_sums.push_back(firsts);
        for (size_t from = 0; from < threads; from += tile) {
            const int number = static_cast<int>(from) / tile;
            int value[tile], next[tile];
            for (int lane = 0; lane < tile; ++lane) value[lane] = begin[static_cast<long>((from + lane) * items)];
            if (number % 3 == 0) {
                for (int lane = 0; lane < tile; ++lane) next[lane] = value[lane] + value[(lane + 1) % tile];
                std::copy(next, next + tile, value);
            } else {
                for (int round = 0; round < rounds_of(number); ++round) {
                    for (int lane = 0; lane < tile; ++lane) next[lane] = value[lane] ^ (value[lane ^ 1 << round] + round);
                    std::copy(next, next + tile, value);
                }
            }
            for (int lane = 0; lane < tile && number < leave_from; ++lane)
                want_tiles[block * threads + from + lane] = value[lane] + value[tile - 1 - lane];
        }
    }
    std::printf("%d x %d, tiles from %d on leave\n", Width, Height, leave_from);
    verdict.same("sorted", sorted.host(), want_sorted);
    verdict.same("running sums", running.host(), want_running);
    verdict.same("sums", sums.host(), want_sums);
    verdict.same("tiles", tiles.host(), want_tiles);
}

int main() {
    Verdict verdict("cub-odd-blocks");
    const auto words = random_words(5 * 256 * items);
    for (int leave_from : {1, 3, 100}) {
        check<80, 1>(verdict, words, leave_from);
        check<16, 6>(verdict, words, leave_from);
        check<128, 1>(verdict, words, leave_from);
    }
    return verdict.end();
}
