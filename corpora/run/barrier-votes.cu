// Barriers that count, and, or: block-wide votes decide how often a loop goes on.
// run: wave-any
#include "check.h"

#include <algorithm>

__global__ void votes(const int *in, int *counts, int *all, int *any) {
    const int v = in[blockIdx.x * blockDim.x + threadIdx.x];
    const int odd = __syncthreads_count(v & 1), positive = __syncthreads_and(v > 0), great = __syncthreads_or(v > 990);
    if (threadIdx.x == 0) counts[blockIdx.x] = odd, all[blockIdx.x] = positive, any[blockIdx.x] = great != 0;
}

__global__ void halve_until_all_zero(int *v, int *turns) {
    int mine = v[threadIdx.x], n = 0;
    while (__syncthreads_or(mine != 0)) {
        mine /= 2;
        n++;
    }
    v[threadIdx.x] = mine;
    if (threadIdx.x == 0) *turns = n;
}

int main() {
    Verdict verdict("barrier-votes");
    const int grid = 9, block = 100;
    std::vector<int> in(grid * block), counts(grid), all(grid, 1), any(grid);
    const auto words = random_words(in.size());
    for (size_t i = 0; i < in.size(); i++) {
        in[i] = static_cast<int>(words[i] % 1000) + (i / block % 3 == 0);
        counts[i / block] += in[i] & 1;
        all[i / block] &= in[i] > 0;
        any[i / block] |= in[i] > 990;
    }
    Array<int> din(in), dc(grid), da(grid), dn(grid), turns(1);
    votes<<<grid, block>>>(din.p, dc.p, da.p, dn.p);
    verdict.same("count", dc.host(), counts);
    verdict.same("and", da.host(), all);
    verdict.same("or", dn.host(), any);
    halve_until_all_zero<<<1, block>>>(din.p, turns.p);
    int greatest = 0, want = 0;
    for (int i = 0; i < block; i++) greatest = std::max(greatest, in[i]);
    for (; greatest; greatest /= 2) want++;
    verdict.same("turns", turns.host()[0], want);
    return verdict.end();
}
