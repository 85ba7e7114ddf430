// compile: gfx90a needs hip-6.4 before-hip-7.0 hipcub/hipcub.hpp
// Collectives of warps. hipCUB 4 makes the number of lanes of a function that rocPRIM 4 has no more.
#include <cub/cub.cuh>

template <typename T> struct Mine { using type = T; };

__global__ void collect(int *p) {
    using Reduce = cub::WarpReduce<int>; // fires
    using Scan = cub::WarpScan<long long>; // fires
    using Exchange = cub::WarpExchange<int, 4>; // fires
    using Half = cub::WarpReduce<int, 16>;
    using Block = cub::BlockReduce<int, 256>;
    __shared__ typename Reduce::TempStorage storage[4];
    p[0] = Reduce(storage[0]).Sum(p[threadIdx.x]) + CUB_PTX_WARP_THREADS; // fires
}
