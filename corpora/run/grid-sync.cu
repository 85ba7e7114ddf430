// A cooperative launch: as many blocks as fit, each reads what its neighbour wrote before the grid's barrier.
// run: wave-any
// targets: gpus,cpu but gfx1201 needs hip-6.0 (barriers of a grid of HIP 5 need global wave sync, which gfx12 lacks)
#include "check.h"

#include <algorithm>

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void pass_on(int *a, int *b, int rounds) {
    const cg::grid_group grid = cg::this_grid();
    const unsigned n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int kept[64];
    kept[threadIdx.x] = 0;
    for (int round = 0; round < rounds; round++) {
        b[i] = a[(i + blockDim.x) % n] + 1;
        grid.sync();
        kept[threadIdx.x] += b[i] == b[(i + n - 1) % n];
        int *t = a;
        a = b;
        b = t;
        grid.sync();
    }
    if (grid.thread_rank() != i) a[i] = -1;
    else a[i] += 1000000 * kept[threadIdx.x];
}

int main() {
    Verdict verdict("grid-sync");
    int per_unit = 0;
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_unit, pass_on, 64, 0));
    const int grid = std::min(8, per_unit * properties.multiProcessorCount), block = 64, n = grid * block, rounds = 5;
    verdict.holds("a block fits", grid >= 1);
    std::vector<int> a(n), kept(n);
    for (int i = 0; i < n; i++) a[i] = i / 3;
    Array<int> da(a), db(n);
    int count = rounds;
    void *arguments[] = {&da.p, &db.p, &count};
    CHECK(cudaLaunchCooperativeKernel((void *)pass_on, grid, block, arguments, 0, 0));
    CHECK(cudaDeviceSynchronize());
    for (int round = 0; round < rounds; round++) {
        std::vector<int> next(n);
        for (int i = 0; i < n; i++) next[i] = a[(i + block) % n] + 1;
        for (int i = 0; i < n; i++) kept[i] += next[i] == next[(i + n - 1) % n];
        a = next;
    }
    for (int i = 0; i < n; i++) a[i] += 1000000 * kept[i];
    verdict.same("passed on", rounds % 2 ? db.host() : da.host(), a);
    return verdict.end();
}
