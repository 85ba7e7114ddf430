// Histogram in the shared memory of a cluster of blocks.
// run: no
// build: no, clusters
#include "support.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int BINS_PER_BLOCK = 128;

__global__ void __cluster_dims__(2, 1, 1) histogram(const unsigned char *bytes, int n, unsigned *bins) { // hazard: HIP2014
    __shared__ unsigned local[BINS_PER_BLOCK];
    cg::cluster_group cluster = cg::this_cluster(); // hazard: HIP2014 (HIP2013)
    for (int i = threadIdx.x; i < BINS_PER_BLOCK; i += blockDim.x) local[i] = 0;
    cluster.sync();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned *remote = cluster.map_shared_rank(local, bytes[i] / BINS_PER_BLOCK); // hazard: (HIP2014)
        atomicAdd(&remote[bytes[i] % BINS_PER_BLOCK], 1u);
    }
    cluster.sync();
    for (int i = threadIdx.x; i < BINS_PER_BLOCK; i += blockDim.x)
        atomicAdd(&bins[cluster.block_rank() * BINS_PER_BLOCK + i], local[i]);
}

int main() {
    const int n = 10000;
    unsigned char *bytes = managed<unsigned char>(n);
    unsigned *bins = managed<unsigned>(256);
    unsigned want[256] = {};
    for (int i = 0; i < n; i++) want[bytes[i] = (unsigned char)(i * i % 251)]++;
    histogram<<<4, 128>>>(bytes, n, bins);
    finish();
    return report("clusters", std::memcmp(want, bins, sizeof want) == 0);
}
