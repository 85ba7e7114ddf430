// Every second lane votes: the mask of 32 bits names those of the lower half alone.
// run: wave-32
// hazard: wave-64
// finds: HIP1002
// fix: manual
#include "../run/check.h"

__global__ void even_votes(const int *in, int *votes) {
    const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    if (threadIdx.x % 2 == 0) {
        const int some = __any_sync(0x55555555u, value < 0);
        if (threadIdx.x % warpSize == 0 && some) atomicOr(votes + blockIdx.x, 1);
    }
}

int main() {
    Verdict verdict("partial-mask");
    const int groups = 8, size = 128;
    std::vector<int> in(groups * size, 1), want(groups);
    for (int block = 0; block < groups; block++) {
        const int at = block * 18 + 1 - block % 2;
        in[block * size + at] = -1;
        want[block] = at % 2 == 0;
    }
    Array<int> values(in), votes(groups);
    even_votes<<<groups, size>>>(values.p, votes.p);
    verdict.same("votes", votes.host(), want);
    return verdict.end();
}
