// run: wave-any
// targets: gpus,cpu needs hipcub (AMD's HIP of Debian 12 has no hipCUB)
// needs: hipcub
// CUB within warps and blocks, where elements change hands: exchanges, merge sorts, shuffles, flags, differences, runs.
#include "check.h"

#include <algorithm>
#include <cub/block/block_shuffle.cuh>
#include <cub/cub.cuh>

constexpr int block = 128, items = 3, lanes = 32, tile = lanes * items;

struct Less {
    template <typename T> __host__ __device__ bool operator()(const T &a, const T &b) const { return a < b; }
};

struct Differs {
    __host__ __device__ bool operator()(int a, int b) const { return a != b; }
};

struct Minus {
    __host__ __device__ int operator()(int a, int b) const { return a - b; }
};

// Each warp has a tile: it is loaded striped, turned to blocked order, sorted, and stored.
__global__ void warps(const int *in, int *turned, int *sorted, int *places) {
    using Load = cub::WarpLoad<int, items, cub::WARP_LOAD_STRIPED, lanes>;
    using Exchange = cub::WarpExchange<int, items, lanes>;
    using Sort = cub::WarpMergeSort<int, items, lanes, int>;
    using Store = cub::WarpStore<int, items, cub::WARP_STORE_TRANSPOSE, lanes>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Exchange::TempStorage exchange;
        typename Sort::TempStorage sort;
        typename Store::TempStorage store;
    } memory[block / lanes];
    const int warp = threadIdx.x / lanes, first = (blockIdx.x * (block / lanes) + warp) * tile;
    int mine[items], moved[items], numbers[items];
    Load(memory[warp].load).Load(in + first, mine);
    __syncwarp();
    Exchange(memory[warp].exchange).StripedToBlocked(mine, moved);
    __syncwarp();
    for (int i = 0; i < items; i++) {
        mine[i] = moved[i];
        numbers[i] = threadIdx.x % lanes * items + i;
    }
    // It leaves the elements striped.
    Store(memory[warp].store).Store(turned + first, mine);
    __syncwarp();
    Sort(memory[warp].sort).StableSort(moved, numbers, Less());
    __syncwarp();
    Store(memory[warp].store).Store(sorted + first, moved);
    __syncwarp();
    Store(memory[warp].store).Store(places + first, numbers);
}

__global__ void whole_blocks(const int *in, int *sorted, int *heads, int *tails, int *left, int *right, int *next, int *striped) {
    using Load = cub::BlockLoad<int, block, items, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
    using Sort = cub::BlockMergeSort<int, block, items>;
    using Flags = cub::BlockDiscontinuity<int, block>;
    using Differences = cub::BlockAdjacentDifference<int, block>;
    using Shuffle = cub::BlockShuffle<int, block>;
    using Exchange = cub::BlockExchange<int, block, items>;
    using Store = cub::BlockStore<int, block, items, cub::BLOCK_STORE_DIRECT>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Sort::TempStorage sort;
        typename Flags::TempStorage flags;
        typename Differences::TempStorage differences;
        typename Shuffle::TempStorage shuffle;
        typename Exchange::TempStorage exchange;
        typename Store::TempStorage store;
    } memory;
    const int first = blockIdx.x * block * items;
    int mine[items], other[items], more[items];
    Load(memory.load).Load(in + first, mine);
    __syncthreads();
    Sort(memory.sort).Sort(mine, Less());
    __syncthreads();
    Store(memory.store).Store(sorted + first, mine);
    __syncthreads();
    Flags(memory.flags).FlagHeadsAndTails(other, more, mine, Differs());
    __syncthreads();
    Store(memory.store).Store(heads + first, other);
    __syncthreads();
    Store(memory.store).Store(tails + first, more);
    __syncthreads();
    Differences(memory.differences).SubtractLeft(mine, other, Minus(), 1000);
    __syncthreads();
    Store(memory.store).Store(left + first, other);
    __syncthreads();
    Differences(memory.differences).SubtractRight(mine, other, Minus());
    __syncthreads();
    Store(memory.store).Store(right + first, other);
    __syncthreads();
    int neighbour = -1;
    Shuffle(memory.shuffle).Offset(mine[0], neighbour, 1);
    next[blockIdx.x * block + threadIdx.x] = neighbour;
    __syncthreads();
    Exchange(memory.exchange).BlockedToStriped(mine, other);
    for (int i = 0; i < items; i++) striped[first + i * block + threadIdx.x] = other[i];
}

// Run k of a block has the value 10 k and the length k % 4 + 1: what they stand for, in windows of `block * items`.
__global__ void runs(int *out, int *size) {
    using Decode = cub::BlockRunLengthDecode<int, block, 2, items>;
    __shared__ typename Decode::TempStorage memory;
    int values[2], lengths[2], all = 0;
    for (int i = 0; i < 2; i++) {
        const int run = 2 * static_cast<int>(threadIdx.x) + i;
        values[i] = 10 * run;
        lengths[i] = run % 4 + 1;
    }
    Decode decode(memory, values, lengths, all);
    for (int from = 0; from < all; from += block * items) {
        int decoded[items];
        decode.RunLengthDecode(decoded, from);
        for (int i = 0; i < items; i++) {
            const int at = from + static_cast<int>(threadIdx.x) * items + i;
            if (at < all) out[at] = decoded[i];
        }
    }
    if (threadIdx.x == 0) *size = all;
}

void check_warps(Verdict &verdict, const Array<int> &in, const std::vector<int> &values) {
    const int count = static_cast<int>(values.size());
    Array<int> turned(count), sorted(count), places(count);
    warps<<<count / (block * items), block>>>(in.p, turned.p, sorted.p, places.p);
    std::vector<int> want(count), numbers(count);
    for (int first = 0; first < count; first += tile) {
        for (int i = 0; i < tile; i++) numbers[first + i] = i;
        std::sort(numbers.begin() + first, numbers.begin() + first + tile, [&](int a, int b) {
            return values[first + a] != values[first + b] ? values[first + a] < values[first + b] : a < b;
        });
        for (int i = 0; i < tile; i++) want[first + i] = values[first + numbers[first + i]];
    }
    verdict.same("turned", turned.host(), values);
    verdict.same("sorted in warps", sorted.host(), want);
    verdict.same("places in warps", places.host(), numbers);
}

void check_blocks(Verdict &verdict, const Array<int> &in, std::vector<int> values) {
    const int count = static_cast<int>(values.size()), size = block * items;
    Array<int> sorted(count), heads(count), tails(count), left(count), right(count), next(count / items), striped(count);
    whole_blocks<<<count / size, block>>>(in.p, sorted.p, heads.p, tails.p, left.p, right.p, next.p, striped.p);
    std::vector<int> want_heads, want_tails, want_left, want_right, want_next;
    for (int first = 0; first < count; first += size) {
        std::sort(values.begin() + first, values.begin() + first + size);
        for (int i = 0; i < size; i++) {
            const int value = values[first + i], before = i ? values[first + i - 1] : 0, after = i + 1 < size ? values[first + i + 1] : 0;
            want_heads.push_back(i == 0 || before != value);
            want_tails.push_back(i + 1 == size || value != after);
            want_left.push_back(i == 0 ? value - 1000 : value - before);
            want_right.push_back(i + 1 == size ? value : value - after);
            if (i % items == 0) want_next.push_back(i + items < size ? values[first + i + items] : -1);
        }
    }
    verdict.same("sorted in blocks", sorted.host(), values);
    verdict.same("heads", heads.host(), want_heads);
    verdict.same("tails", tails.host(), want_tails);
    verdict.same("differences to the left", left.host(), want_left);
    verdict.same("differences to the right", right.host(), want_right);
    verdict.same("the next thread's", next.host(), want_next);
    verdict.same("striped", striped.host(), values);
}

int main() {
    Verdict verdict("cub-exchanges");
    std::vector<int> values;
    for (uint32_t word : random_words(block * items * 7)) values.push_back(static_cast<int>(word % 200));
    const Array<int> in(values);
    check_warps(verdict, in, values);
    check_blocks(verdict, in, values);

    std::vector<int> want;
    for (int run = 0; run < 2 * block; run++) want.insert(want.end(), run % 4 + 1, 10 * run);
    Array<int> decoded(want.size()), size(1);
    runs<<<1, block>>>(decoded.p, size.p);
    verdict.same("runs", decoded.host(), want);
    verdict.same("size of the runs", size.host(), std::vector<int>{static_cast<int>(want.size())});
    return verdict.end();
}
