// Blocks that hold an outlier. The vote names lanes 0 to 31 by a 32-bit mask: with 64 lanes the upper half has no say.
// run: wave-32
// hazard: wave-64
// finds: HIP1001
// port: mends
#include "../run/check.h"

__global__ void outliers(const int *in, int limit, int *found) {
    const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    if (__any_sync(0xffffffff, value > limit) && threadIdx.x % warpSize == 0) atomicOr(found + blockIdx.x, 1);
}

int main() {
    Verdict verdict("full-mask");
    const int groups = 12, size = 192;
    std::vector<int> in(groups * size, 5), want(groups);
    for (int block = 0; block < groups; block += 2) {
        in[block * size + block * 13 % size] = 100;
        want[block] = 1;
    }
    Array<int> values(in), found(groups);
    outliers<<<groups, size>>>(values.p, 50, found.p);
    verdict.same("outliers", found.host(), want);
    return verdict.end();
}
