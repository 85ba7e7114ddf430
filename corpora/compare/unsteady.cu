// Not planted: the clock, and slots that are taken in the order in which threads come, are not the same in any two runs. What is
// counted of the slots is.
// run: wave-any
// unsteady: stamp
#include "../run/check.h"

__global__ void stamp(long long *times) { times[threadIdx.x] = clock64(); }

__global__ void take(int *slots, int *next) {
    for (int k = 0; k < 32; k++) slots[atomicAdd(next, 1)] = blockIdx.x;
}

__global__ void count(const int *slots, int *counts, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&counts[slots[i]], 1);
}

int main() {
    Verdict verdict("unsteady");
    const int groups = 2048, n = groups * 32;
    Array<long long> times(64);
    Array<int> slots(n), next(1), counts(groups);
    stamp<<<1, 64>>>(times.p);
    take<<<groups, 1>>>(slots.p, next.p);
    count<<<blocks(n, 256), 256>>>(slots.p, counts.p, n);
    verdict.same("counts", counts.host(), std::vector<int>(groups, 32));
    return verdict.end();
}
