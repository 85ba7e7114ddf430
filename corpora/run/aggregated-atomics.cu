// One atomic for all threads of a branch: the coalesced group elects a leader, which adds for all and tells them by shuffle.
// run: wave-any
#include "check.h"

#include <cooperative_groups.h>

#include <algorithm>

namespace cg = cooperative_groups;

__device__ int add_one(int *counter) {
    const cg::coalesced_group group = cg::coalesced_threads();
    int base = 0;
    if (group.thread_rank() == 0) base = atomicAdd(counter, static_cast<int>(group.size()));
    return group.shfl(base, 0) + group.thread_rank();
}

__global__ void keep_multiples(const int *in, int *out, int *counter, int n, int of) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] % of == 0) out[add_one(counter)] = in[i];
}

int main() {
    Verdict verdict("aggregated-atomics");
    const int n = 5000;
    std::vector<int> in(n);
    const auto words = random_words(n);
    for (int i = 0; i < n; i++) in[i] = words[i] % 100000;
    Array<int> din(in);
    for (const int of : {1, 2, 7, 1000}) {
        Array<int> out(n), counter(1);
        keep_multiples<<<blocks(n, 160), 160>>>(din.p, out.p, counter.p, n, of);
        auto got = out.host();
        got.resize(counter.host()[0]);
        std::vector<int> want;
        std::copy_if(in.begin(), in.end(), std::back_inserter(want), [=](int v) { return v % of == 0; });
        std::sort(got.begin(), got.end());
        std::sort(want.begin(), want.end());
        verdict.same("multiples", got, want);
    }
    return verdict.end();
}
