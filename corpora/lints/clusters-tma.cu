// compile: refused, HIP has no counterpart
#include <cooperative_groups.h>
#include <cuda.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) exchanges(float *data) { // fires
    cg::cluster_group cluster = cg::this_cluster(); // fires
    data[threadIdx.x] = threadIdx.x;
}

void host(CUtensorMap *map) { // fires
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeClusterDimension; // fires
}

__global__ void plain(float *data) {
    cg::thread_block block = cg::this_thread_block();
    block.sync();
    data[block.thread_rank()] = 1;
}
