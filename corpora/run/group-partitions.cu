// Cooperative groups: partitions by a label and by a truth, one thread for all, what groups know of themselves, scans of part of a warp.
// run: wave-any
#include "check.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

struct Pair {
    int sum;
    double largest;
};

constexpr int labelled_fields = 8, tile_fields = 8;

__global__ void by_label(const int *in, int *out, int *calls) {
    const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    const int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
    int *o = out + labelled_fields * i;
    const auto same = cg::labeled_partition(tile, v % 5);
    o[0] = same.num_threads(), o[1] = same.thread_rank(), o[2] = cg::reduce(same, v, cg::plus<int>());
    o[3] = cg::inclusive_scan(same, v, cg::plus<int>()), o[4] = cg::exclusive_scan(same, v);
    o[5] = same.shfl(v, 0);
    const auto halves = cg::binary_partition(tile, v % 3 == 0);
    o[6] = halves.size(), o[7] = cg::reduce(halves, static_cast<unsigned>(v), cg::bit_xor<unsigned>());
    cg::invoke_one(same, [&] { atomicAdd(calls, 1); });
    o[5] += cg::invoke_one_broadcast(same, [&] { return v % 5 + 1000; });
}

__global__ void tiles(const int *in, int *out, double *largest) {
    const auto block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<8>(block);
    const auto grid = cg::this_grid();
    const int i = grid.thread_rank(), v = in[i];
    int *o = out + tile_fields * i;
    o[0] = tile.num_threads() + 100 * tile.meta_group_size() + 10000 * tile.meta_group_rank();
    o[1] = block.num_threads() + 1000 * block.dim_threads().x, o[2] = grid.num_blocks() + 100 * grid.block_rank();
    o[3] = cg::reduce(tile, v, cg::less<int>()), o[4] = cg::reduce(tile, v, cg::greater<int>());
    o[5] = cg::reduce(tile, v, cg::bit_or<int>()), o[6] = cg::reduce(tile, v, cg::bit_and<int>());
    const Pair pair = tile.shfl_xor(Pair{v, v * 0.5}, 3);
    o[7] = pair.sum;
    largest[i] = cg::reduce(tile, pair.largest, [](double a, double b) { return a < b ? b : a; });
    auto token = block.barrier_arrive();
    block.barrier_wait(static_cast<decltype(token) &&>(token));
}

static void compare_labels(Verdict &verdict, const std::vector<int> &in) {
    const int n = static_cast<int>(in.size());
    std::vector<int> want(labelled_fields * n);
    int groups = 0;
    for (int i = 0; i < n; i++) {
        int size = 0, rank = 0, sum = 0, inclusive = 0, first = -1, halves = 0;
        unsigned folded = 0;
        for (int k = i / 32 * 32; k < i / 32 * 32 + 32; k++) {
            if ((in[k] % 3 == 0) == (in[i] % 3 == 0)) halves++, folded ^= in[k];
            if (in[k] % 5 != in[i] % 5) continue;
            if (first < 0) first = k;
            size++, sum += in[k];
            if (k < i) rank++;
            if (k <= i) inclusive += in[k];
        }
        groups += first == i;
        const int all[] = {size, rank, sum, inclusive, inclusive - in[i], in[first] + in[i] % 5 + 1000, halves, static_cast<int>(folded)};
        for (int f = 0; f < labelled_fields; f++) want[labelled_fields * i + f] = all[f];
    }
    Array<int> din(in), out(want.size()), calls(1);
    by_label<<<2, n / 2>>>(din.p, out.p, calls.p);
    verdict.same("labels", out.host(), want);
    verdict.same("calls", calls.host()[0], groups);
}

static void compare_tiles(Verdict &verdict, const std::vector<int> &in) {
    const int n = static_cast<int>(in.size()), threads = n / 2;
    std::vector<int> want(tile_fields * n);
    std::vector<double> most(n);
    for (int i = 0; i < n; i++) {
        int least = in[i], largest = in[i], any = 0, all = ~0;
        for (int k = i / 8 * 8; k < i / 8 * 8 + 8; k++) {
            least = in[k] < least ? in[k] : least, largest = in[k] > largest ? in[k] : largest;
            any |= in[k], all &= in[k];
        }
        const int each[] = {8 + 100 * (threads / 8) + 10000 * (i % threads / 8), threads + 1000 * threads, 2 + 100 * (i / threads), least, largest, any, all, in[i ^ 3]};
        for (int f = 0; f < tile_fields; f++) want[tile_fields * i + f] = each[f];
        most[i] = largest * 0.5;
    }
    Array<int> din(in), out(want.size());
    Array<double> found(n);
    tiles<<<2, threads>>>(din.p, out.p, found.p);
    verdict.same("tiles", out.host(), want);
    verdict.same("largest", found.host(), most);
}

int main() {
    Verdict verdict("group-partitions");
    std::vector<int> in;
    for (const auto word : random_words(256)) in.push_back(word % 1000);
    compare_labels(verdict, in);
    compare_tiles(verdict, in);
    return verdict.end();
}
