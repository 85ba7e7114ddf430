// All warps of a block exchange values right after a loop in which one lane of each waits for another block: the other lanes have
// put theirs by then, and every warp must get its own. Look-backs that all warps of a block do are written so.
// run: wave-any
#include "check.h"

#include <cstdio>

constexpr unsigned threads = 256, waves = 8, rounds = 16;

// Block 0 lets the lanes of block 1 go, a round at a time, when all that wait have come.
__global__ void rounds_of_two(volatile unsigned *arrived, volatile unsigned *open, unsigned *sums, unsigned long long *votes) {
    const unsigned lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize, warps = blockDim.x / warpSize;
    for (unsigned round = 1; round <= rounds; round++) {
        if (blockIdx.x == 0) {
            if (threadIdx.x == 0) {
                while (*arrived < round * warps) {
                }
                __threadfence();
                *open = round;
            }
            continue;
        }
        // Another lane of each warp waits in each round.
        if (lane == round % warpSize) {
            atomicAdd(const_cast<unsigned *>(arrived), 1u);
            while (*open < round) {
            }
        }
        unsigned long long vote = __ballot_sync(~0ull >> (64 - warpSize), (lane + warp + round) % 3 == 0);
        unsigned sum = warp * 1000 + lane * round;
        for (unsigned step = warpSize / 2; step > 0; step /= 2)
            sum += __shfl_xor_sync(~0ull >> (64 - warpSize), sum, step);
        if (lane == 0) {
            sums[(round - 1) * warps + warp] = sum;
            votes[(round - 1) * warps + warp] = vote;
        }
    }
}

int main() {
    unsigned *flags, *sums;
    unsigned long long *votes;
    CHECK(cudaMalloc(&flags, 2 * sizeof *flags));
    CHECK(cudaMallocManaged(&sums, rounds * waves * sizeof *sums));
    CHECK(cudaMallocManaged(&votes, rounds * waves * sizeof *votes));
    CHECK(cudaMemset(flags, 0, 2 * sizeof *flags));
    rounds_of_two<<<2, threads>>>(flags, flags + 1, sums, votes);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    int size = 0, wrong = 0;
    CHECK(cudaDeviceGetAttribute(&size, cudaDevAttrWarpSize, 0));
    const unsigned warps = threads / size;
    for (unsigned round = 1; round <= rounds; round++)
        for (unsigned warp = 0; warp < warps; warp++) {
            unsigned sum = 0;
            unsigned long long vote = 0;
            for (unsigned lane = 0; lane < unsigned(size); lane++) {
                sum += warp * 1000 + lane * round;
                if ((lane + warp + round) % 3 == 0)
                    vote |= 1ull << lane;
            }
            wrong += sums[(round - 1) * warps + warp] != sum;
            wrong += votes[(round - 1) * warps + warp] != vote;
        }
    CHECK(cudaFree(flags));
    CHECK(cudaFree(sums));
    CHECK(cudaFree(votes));
    if (wrong) {
        std::printf("%d values are wrong\n", wrong);
        return 1;
    }
    std::puts("PASS warps-wait-in-loops");
}
