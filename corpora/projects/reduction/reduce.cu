// Four ways to add up an array.

#include "reduce.h"

#include <algorithm>
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

#define CUDA_CHECK(call)                                                                    \
    do {                                                                                    \
        cudaError_t error_ = (call);                                                        \
        if (error_ != cudaSuccess) {                                                        \
            fprintf(stderr, "%s failed: %s (%s)\n", #call, cudaGetErrorName(error_), cudaGetErrorString(error_)); \
            abort();                                                                        \
        }                                                                                   \
    } while (0)

#define FULL_MASK 0xffffffff

template <class T> __device__ T load_sum(const T *in, size_t count) {
    T sum = 0;
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x) sum += in[i];
    return sum;
}

// A tree in shared memory, the size of which the launch gives.
template <class T> __global__ void reduce_shared(const T *in, T *out, size_t count) {
    extern __shared__ __align__(sizeof(double)) unsigned char raw[];
    T *partial = reinterpret_cast<T *>(raw);
    partial[threadIdx.x] = load_sum(in, count);
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half >>= 1) {
        if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}

template <class T> __inline__ __device__ T warp_sum(T value) {
    for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(FULL_MASK, value, offset, 32);
    return value;
}

// Shuffles inside a warp, shared memory between the warps.
template <class T, int Block> __global__ void __launch_bounds__(Block) reduce_shuffle(const T *in, T *out, size_t count) {
    __shared__ T partial[Block / 32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    T sum = warp_sum(load_sum(in, count));
    if (lane == 0) partial[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = warp_sum(lane < Block / 32 ? partial[lane] : T(0));
        if (lane == 0) out[blockIdx.x] = sum;
    }
}

// The same with tiles of cooperative groups.
template <class T> __global__ void reduce_groups(const T *in, T *out, size_t count) {
    __shared__ T partial[32];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    T sum = load_sum(in, count);
    for (int offset = tile.size() / 2; offset > 0; offset /= 2) sum += tile.shfl_down(sum, offset);
    if (tile.thread_rank() == 0) partial[block.thread_rank() / 32] = sum;
    block.sync();
    if (block.thread_rank() < 32) {
        sum = block.thread_rank() < block.size() / 32 ? partial[tile.thread_rank()] : T(0);
        for (int offset = tile.size() / 2; offset > 0; offset /= 2) sum += tile.shfl_down(sum, offset);
        if (tile.thread_rank() == 0) out[blockIdx.x] = sum;
    }
}

template <class T> __global__ void reduce_atomic(const T *in, T *out, size_t count) {
    const T sum = warp_sum(load_sum(in, count));
    if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

template <class T> static T reduce_with(Method method, const T *in, size_t count) {
    constexpr int block = 256;
    int per_multiprocessor = 0, device = 0, multiprocessors = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, reduce_shared<T>, block, block * sizeof(T)));
    const int blocks = std::max(1, std::min(per_multiprocessor * multiprocessors, int((count + block - 1) / block)));

    T *partial, *total;
    CUDA_CHECK(cudaMalloc((void **)&partial, blocks * sizeof(T)));
    CUDA_CHECK(cudaMalloc((void **)&total, sizeof(T)));
    CUDA_CHECK(cudaMemset(total, 0, sizeof(T)));
    switch (method) {
        case Method::shared_memory:
            reduce_shared<T><<<blocks, block, block * sizeof(T)>>>(in, partial, count);
            reduce_shared<T><<<1, block, block * sizeof(T)>>>(partial, total, blocks);
            break;
        case Method::warp_shuffle:
            reduce_shuffle<T, block><<<blocks, block>>>(in, partial, count);
            reduce_shuffle<T, block><<<1, block>>>(partial, total, blocks);
            break;
        case Method::cooperative_groups:
            reduce_groups<<<blocks, block>>>(in, partial, count);
            reduce_groups<<<1, block>>>(partial, total, size_t(blocks));
            break;
        case Method::atomic: reduce_atomic<<<blocks, block>>>(in, total, count); break;
    }
    CUDA_CHECK(cudaPeekAtLastError());
    T result;
    CUDA_CHECK(cudaMemcpy(&result, total, sizeof(T), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(partial));
    CUDA_CHECK(cudaFree(total));
    return result;
}

float reduce(Method method, const float *values, size_t count) { return reduce_with<float>(method, values, count); }
int reduce(Method method, const int *values, size_t count) { return reduce_with<int>(method, values, count); }
