// run: wave-any
// targets: gpus,cpu needs hipcub (AMD's HIP of Debian 12 has no hipCUB)
// needs: hipcub
// flags: -O0
// CUB's scans of blocks that go on from a running total, without optimisation: rocPRIM's way through memory takes for granted that
// lanes run in lockstep.
#include "check.h"

#include <cub/cub.cuh>

constexpr int block = 128, tiles = 3;

struct Total {
    int sum;
    __device__ int operator()(int of_tile) {
        const int before = sum;
        sum += of_tile;
        return before;
    }
};

template <cub::BlockScanAlgorithm algorithm> __global__ void running(const int *in, int *before, int *upto) {
    using Scan = cub::BlockScan<int, block, algorithm>;
    __shared__ typename Scan::TempStorage storage;
    Total exclusive{5}, inclusive{7};
    for (int tile = 0; tile < tiles; tile++) {
        const int i = (blockIdx.x * tiles + tile) * block + threadIdx.x;
        int value = in[i];
        Scan(storage).ExclusiveSum(value, before[i], exclusive);
        __syncthreads();
        Scan(storage).InclusiveSum(value, upto[i], inclusive);
        __syncthreads();
    }
}

template <cub::BlockScanAlgorithm algorithm> void check_scan(Verdict &verdict, const char *what) {
    const int grid = 4, n = grid * tiles * block;
    std::vector<int> in(n), before(n), upto(n);
    for (int i = 0; i < n; i++) in[i] = i * 37 % 11 + 1;
    for (int b = 0; b < grid; b++) {
        int sum = 0;
        for (int i = b * tiles * block; i < (b + 1) * tiles * block; i++) {
            before[i] = 5 + sum;
            sum += in[i];
            upto[i] = 7 + sum;
        }
    }
    Array<int> d_in(in), d_before(n), d_upto(n);
    running<algorithm><<<grid, block>>>(d_in.p, d_before.p, d_upto.p);
    verdict.same(what, d_before.host(), before);
    verdict.same(what, d_upto.host(), upto);
}

int main() {
    Verdict verdict("cub-scan-prefixes");
    check_scan<cub::BLOCK_SCAN_RAKING>(verdict, "through memory");
    check_scan<cub::BLOCK_SCAN_WARP_SCANS>(verdict, "by warps");
    return verdict.end();
}
