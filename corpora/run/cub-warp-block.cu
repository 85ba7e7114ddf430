// run: wave-any
// targets: gpus,cpu needs hipcub (AMD's HIP of Debian 12 has no hipCUB)
// needs: hipcub
// CUB within warps and blocks: reductions, scans, sorts, loads and histograms, against loops on the host.
#include "check.h"

#include <algorithm>
#include <cub/cub.cuh>

constexpr int block = 128, items = 4, lanes = 32;

struct Larger {
    template <typename T> __host__ __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};

// Logical warps of 32 lanes, and of 8.
__global__ void warps(const int *in, int *sums, int *running, int *before, int *largest, int *valid) {
    using Reduce = cub::WarpReduce<int, lanes>;
    using Scan = cub::WarpScan<int, lanes>;
    using Eighths = cub::WarpReduce<int, 8>;
    __shared__ typename Reduce::TempStorage reduce[block / lanes];
    __shared__ typename Scan::TempStorage scan[block / lanes];
    __shared__ typename Eighths::TempStorage eighths[block / 8];
    const int i = blockIdx.x * block + threadIdx.x, warp = threadIdx.x / lanes, value = in[i];
    const int sum = Reduce(reduce[warp]).Sum(value);
    if (threadIdx.x % lanes == 0) sums[i / lanes] = sum;
    __syncthreads();
    const int some = Reduce(reduce[warp]).Reduce(value, Larger(), 11);
    if (threadIdx.x % lanes == 0) valid[i / lanes] = some;
    Scan(scan[warp]).InclusiveSum(value, running[i]);
    __syncthreads();
    Scan(scan[warp]).ExclusiveSum(value, before[i]);
    const int most = Eighths(eighths[threadIdx.x / 8]).Reduce(value, Larger());
    if (threadIdx.x % 8 == 0) largest[i / 8] = most;
}

__global__ void whole_blocks(const int *in, int *sums, int *running, int *totals, int *sorted, unsigned *counts) {
    using Load = cub::BlockLoad<int, block, items, cub::BLOCK_LOAD_TRANSPOSE>;
    using Reduce = cub::BlockReduce<int, block>;
    using Ranked = cub::BlockReduce<int, block, cub::BLOCK_REDUCE_RAKING>;
    using Scan = cub::BlockScan<int, block>;
    using Sort = cub::BlockRadixSort<int, block, items>;
    using Histogram = cub::BlockHistogram<unsigned char, block, items, 16>;
    using Store = cub::BlockStore<int, block, items, cub::BLOCK_STORE_WARP_TRANSPOSE>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Reduce::TempStorage reduce;
        typename Ranked::TempStorage ranked;
        typename Scan::TempStorage scan;
        typename Sort::TempStorage sort;
        typename Histogram::TempStorage histogram;
        typename Store::TempStorage store;
    } memory;
    __shared__ unsigned bins[16];
    const int first = blockIdx.x * block * items;
    int mine[items];
    Load(memory.load).Load(in + first, mine);
    __syncthreads();
    const int sum = Reduce(memory.reduce).Sum(mine);
    __syncthreads();
    const int most = Ranked(memory.ranked).Reduce(mine, Larger());
    if (threadIdx.x == 0) sums[2 * blockIdx.x] = sum, sums[2 * blockIdx.x + 1] = most;
    __syncthreads();
    int scanned[items], total;
    Scan(memory.scan).InclusiveSum(mine, scanned, total);
    if (threadIdx.x == 0) totals[blockIdx.x] = total;
    __syncthreads();
    Store(memory.store).Store(running + first, scanned);
    __syncthreads();
    unsigned char keys[items];
    for (int j = 0; j < items; ++j) keys[j] = mine[j] & 15;
    Histogram(memory.histogram).Histogram(keys, bins);
    __syncthreads();
    if (threadIdx.x < 16) counts[blockIdx.x * 16 + threadIdx.x] = bins[threadIdx.x];
    Sort(memory.sort).Sort(mine);
    __syncthreads();
    Store(memory.store).Store(sorted + first, mine);
}

template <typename Fold> std::vector<int> folded(const std::vector<int> &values, size_t width, size_t valid, Fold fold) {
    std::vector<int> results;
    for (size_t i = 0; i < values.size(); i += width) {
        int result = values[i];
        for (size_t j = 1; j < valid; ++j) result = fold(result, values[i + j]);
        results.push_back(result);
    }
    return results;
}
// Sums up to each value in sections: with it, or of what is before it.
std::vector<int> sums_to(const std::vector<int> &values, size_t width, bool inclusive) {
    std::vector<int> results;
    for (size_t i = 0, sum = 0; i < values.size(); ++i) {
        if (i % width == 0) sum = 0;
        if (!inclusive) results.push_back(static_cast<int>(sum));
        sum += static_cast<size_t>(values[i]);
        if (inclusive) results.push_back(static_cast<int>(sum));
    }
    return results;
}

int main() {
    Verdict verdict("cub-warp-block");
    const int count = 8 * block;
    const auto plus = [](int a, int b) { return a + b; };
    std::vector<int> values;
    for (uint32_t word : random_words(count * items)) values.push_back(static_cast<int>(word % 100003) - 50000);
    const std::vector<int> part(values.begin(), values.begin() + count);

    Array<int> in(part), sums(count / lanes), running(count), before(count), largest(count / 8), valid(count / lanes);
    warps<<<count / block, block>>>(in.p, sums.p, running.p, before.p, largest.p, valid.p);
    verdict.same("sums of warps", sums.host(), folded(part, lanes, lanes, plus));
    verdict.same("largest of 11 lanes", valid.host(), folded(part, lanes, 11, Larger()));
    verdict.same("inclusive sums of warps", running.host(), sums_to(part, lanes, true));
    verdict.same("exclusive sums of warps", before.host(), sums_to(part, lanes, false));
    verdict.same("largest of 8 lanes", largest.host(), folded(part, 8, 8, Larger()));

    const size_t tile = block * items, blocks = values.size() / tile;
    Array<int> all(values), pairs(2 * blocks), scanned(values.size()), totals(blocks), sorted(values.size());
    Array<unsigned> counts(16 * blocks);
    whole_blocks<<<static_cast<int>(blocks), block>>>(all.p, pairs.p, scanned.p, totals.p, sorted.p, counts.p);
    std::vector<int> want_pairs, want_sorted = values;
    std::vector<unsigned> want_counts(16 * blocks);
    const auto want_sums = folded(values, tile, tile, plus), want_largest = folded(values, tile, tile, Larger());
    for (size_t b = 0; b < blocks; ++b) {
        want_pairs.insert(want_pairs.end(), {want_sums[b], want_largest[b]});
        std::sort(want_sorted.begin() + static_cast<long>(b * tile), want_sorted.begin() + static_cast<long>((b + 1) * tile));
        for (size_t i = 0; i < tile; ++i) ++want_counts[b * 16 + (values[b * tile + i] & 15)];
    }
    verdict.same("sums and largest of blocks", pairs.host(), want_pairs);
    verdict.same("totals", totals.host(), want_sums);
    verdict.same("inclusive sums of blocks", scanned.host(), sums_to(values, tile, true));
    verdict.same("histograms", counts.host(), want_counts);
    verdict.same("sorted blocks", sorted.host(), want_sorted);
    return verdict.end();
}
