// Lanes with work of different length go round together: those without work wait at the vote for those that exchange values.
// run: wave-any
#include "check.h"

// Of HIP 64 bits, of CUDA 32.
using Mask = decltype(__activemask());

// What a lane has left, how often its warp went round, and the sums that it took part in.
__global__ void drain(const int *work, int *rounds, int *sums) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const Mask all = __activemask();
    int left = work[i], turns = 0, sum = 0;
    while (__any_sync(all, left > 0)) {
        const Mask busy = __ballot_sync(all, left > 0);
        turns++;
        if (left > 0) {
            const int first = __ffsll(busy) - 1;
            sum += __shfl_sync(busy, left, first);
            const Mask many = __ballot_sync(busy, left > 3);
            if (left > 3) sum += 1000 * __popcll(__ballot_sync(many, 1));
            left--;
        }
    }
    rounds[i] = turns;
    sums[i] = sum;
}

// A loop inside of a loop, both of lengths of the lane's own, with an exchange in each.
__global__ void nested(const int *work, int *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const Mask all = __activemask();
    int inner_turns = 0, outer_turns = 0;
    for (int left = work[i]; __any_sync(all, left > 0); left--) {
        outer_turns++;
        for (int k = left; k > 0; k -= 3) inner_turns += __popcll(__ballot_sync(__activemask(), 1)) > 0;
        outer_turns += 100 * (__ballot_sync(all, left > 0) != 0);
    }
    out[i] = outer_turns * 100 + inner_turns;
}

int main() {
    Verdict verdict("vote-loop");
    const int n = 192, block = 64;
    const auto words = random_words(n);
    std::vector<int> work(n);
    for (int i = 0; i < n; i++) work[i] = words[i] % 9;
    // What a warp does hangs on its longest work alone where each group of 64 lanes has it in both halves.
    for (int i = 0; i < n; i += 32) work[i + 7] = 9;
    Array<int> dw(work), dr(n), ds(n), dn(n);
    drain<<<n / block, block>>>(dw.p, dr.p, ds.p);
    nested<<<n / block, block>>>(dw.p, dn.p);
    std::vector<int> rounds(n, 9), nests(n);
    for (int i = 0; i < n; i++) {
        int inner = 0;
        for (int left = work[i]; left > 0; left--) inner += (left + 2) / 3;
        nests[i] = 9 * 101 * 100 + inner;
    }
    verdict.same("rounds", dr.host(), rounds);
    verdict.same("nested", dn.host(), nests);
    // The first busy lane's count, as long as a lane is busy; sums over the warp's lanes would hang on its size.
    const auto sums = ds.host();
    bool right = true;
    for (int i = 0; i < n; i++) right = right && (work[i] > 0) == (sums[i] > 0);
    verdict.holds("sums", right);
    return verdict.end();
}
