// The leader of some lanes sets a variable, and the others get its value by a shuffle, without one of their own: common, and no
// undefined behaviour for nvcc.
// run: wave-any
#include "check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ int reserve(int *counter) {
    const cg::coalesced_group group = cg::coalesced_threads();
    int start;
    if (group.thread_rank() == 0) start = atomicAdd(counter, static_cast<int>(group.size()));
    return group.shfl(start, 0) + group.thread_rank();
}

__device__ int next_of_warp(int *counter) {
    int start;
    if (threadIdx.x % warpSize == 0) start = atomicAdd(counter, 1);
    return __shfl_sync(0xffffffff, start, 0);
}

__global__ void places(int *counter, int *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i % 3) out[reserve(counter)] = i;
}

__global__ void tickets(int *counter, int *holders) { atomicAdd(&holders[next_of_warp(counter)], 1); }

int main() {
    Verdict verdict("shuffle-unset");
    const int n = 2000;
    Array<int> counter(1), out(n), drawn(1), holders(64);
    places<<<blocks(n, 128), 128>>>(counter.p, out.p, n);
    int want = 0, sum = 0, want_sum = 0;
    for (int i = 0; i < n; i++) want += i % 3 != 0, want_sum += i % 3 ? i : 0;
    for (const int place : out.host()) sum += place;
    verdict.same("counter", counter.host()[0], want);
    verdict.same("sum", sum, want_sum);

    tickets<<<4, 256>>>(drawn.p, holders.p);
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    const int warps = 1024 / properties.warpSize;
    std::vector<int> each(64);
    for (int w = 0; w < warps; w++) each[w] = properties.warpSize;
    verdict.same("drawn", drawn.host()[0], warps);
    verdict.same("holders", holders.host(), each);
    return verdict.end();
}
