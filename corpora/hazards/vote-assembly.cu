// Votes and reductions written as PTX.
// run: wave-32
#include "support.h"

__device__ unsigned vote(int predicate) {
    unsigned result;
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }" // hazard: HIP2001
                 : "=r"(result)
                 : "r"(predicate));
    return result;
}

__device__ unsigned sum_of_warp(unsigned value) {
    unsigned result;
    asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(result) : "r"(value)); // hazard: HIP2001
    return result;
}

__global__ void count(const int *flags, int *hits, unsigned *sum) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned votes = vote(flags[i]);
    const unsigned all = sum_of_warp(flags[i]);
    if (threadIdx.x % warpSize == 0) {
        atomicAdd(hits, __popc(votes)); // hazard: (HIP1004)
        atomicAdd(sum, all);
    }
}

int main() {
    const int n = 512;
    int *flags = managed<int>(n), *hits = managed<int>(1);
    unsigned *sum = managed<unsigned>(1);
    for (int i = 0; i < n; i++) flags[i] = i % 3 == 0;
    count<<<n / 128, 128>>>(flags, hits, sum);
    finish();
    return report("vote-assembly", *hits == 171 && *sum == 171);
}
