// Groups by label: the threads of a tile that work on the same item.
// run: no
#include "support.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void count_labels(const int *labels, int *counts) {
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int label = labels[blockIdx.x * blockDim.x + threadIdx.x];
    cg::coalesced_group same = cg::labeled_partition(tile, label); // hazard: HIP2013
    if (same.thread_rank() == 0) atomicAdd(&counts[label], (int)same.size());
    cg::coalesced_group odd = cg::binary_partition(tile, label & 1); // hazard: HIP2013
    if (odd.thread_rank() == 0 && (label & 1)) atomicAdd(&counts[8], (int)odd.size());
}

int main() {
    const int n = 1024;
    int *labels = managed<int>(n), *counts = managed<int>(9);
    int want[9] = {};
    for (int i = 0; i < n; i++) {
        labels[i] = i * 5 % 23 % 8;
        want[labels[i]]++;
        want[8] += labels[i] & 1;
    }
    count_labels<<<n / 128, 128>>>(labels, counts);
    finish();
    return report("group-partition", std::memcmp(want, counts, sizeof want) == 0);
}
