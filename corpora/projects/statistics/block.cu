#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_reduce.cuh>

#include "block.cuh"

struct Merge {
    __host__ __device__ __forceinline__ Summary operator()(const Summary &a, const Summary &b) const {
        return {fminf(a.minimum, b.minimum), fmaxf(a.maximum, b.maximum), a.sum + b.sum};
    }
};

template <int Threads, int Items> __global__ void summarize(const float *values, Summary *summaries) {
    using Load = cub::BlockLoad<float, Threads, Items, cub::BLOCK_LOAD_TRANSPOSE>;
    using Reduce = cub::BlockReduce<Summary, Threads, cub::BLOCK_REDUCE_WARP_REDUCTIONS>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Reduce::TempStorage reduce;
    } storage;

    float mine[Items];
    Load(storage.load).Load(values + blockIdx.x * Threads * Items, mine);
    __syncthreads();
    Summary summary = {mine[0], mine[0], mine[0]};
#pragma unroll
    for (int i = 1; i < Items; i++) summary = Merge()(summary, {mine[i], mine[i], mine[i]});
    summary = Reduce(storage.reduce).Reduce(summary, Merge());
    if (threadIdx.x == 0) summaries[blockIdx.x] = summary;
}

cudaError_t summarize_blocks(const float *values, Summary *summaries, int blocks) {
    summarize<256, 4><<<blocks, 256>>>(values, summaries);
    return cudaGetLastError();
}

namespace scanning {
using namespace cub;

__global__ void scan(int *values) {
    typedef BlockScan<int, 128> Scan;
    typedef BlockLoad<int, 128, 4, BLOCK_LOAD_VECTORIZE> Load;
    typedef BlockStore<int, 128, 4, BLOCK_STORE_VECTORIZE> Store;
    __shared__ typename Scan::TempStorage storage;
    int mine[4];
    int *here = values + blockIdx.x * 512;
    Load().Load(here, mine);
    Scan(storage).InclusiveSum(mine, mine);
    Store().Store(here, mine);
}
}  // namespace scanning

cudaError_t scan_blocks(int *values, int blocks) {
    scanning::scan<<<blocks, 128>>>(values);
    return cudaGetLastError();
}
