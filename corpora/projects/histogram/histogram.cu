#include "histogram.h"

#include <cassert>
#include <cuda_runtime.h>

#ifndef __CUDACC__
#error "this file is for a CUDA compiler"
#endif

#if defined(__CUDACC_VER_MAJOR__) && __CUDACC_VER_MAJOR__ >= 11
#define HAVE_MATCH 1
#endif

#ifdef __NVCC__
#pragma nv_diag_suppress 177
#endif

__device__ __forceinline__ unsigned lane_id() {
    unsigned id;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(id));
    return id;
}

__device__ __forceinline__ uint8_t load_byte(const uint8_t *p) {
    unsigned short value;
    asm("ld.global.nc.u8 %0, [%1];" : "=h"(value) : "l"(p));
    return uint8_t(value);
}

__device__ __forceinline__ void block_barrier() { asm volatile("bar.sync 0;" ::: "memory"); }

__global__ void shared_kernel(const uint8_t *bytes, int count, unsigned *bins) {
    __shared__ unsigned local[kBins];
    for (int i = threadIdx.x; i < kBins; i += blockDim.x) local[i] = 0;
    block_barrier();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        atomicAdd(&local[load_byte(bytes + i) / 4], 1u);
    block_barrier();
    for (int i = threadIdx.x; i < kBins; i += blockDim.x) atomicAdd(&bins[i], local[i]);
    asm volatile("membar.gl;" ::: "memory");
}

__global__ void aggregated_kernel(const uint8_t *bytes, int count, unsigned *bins) {
    const int stride = gridDim.x * blockDim.x;
    const int rounds = (count + stride - 1) / stride;
    for (int round = 0; round < rounds; round++) {
        const int i = round * stride + blockIdx.x * blockDim.x + threadIdx.x;
        const int bin = i < count ? bytes[i] / 4 : kBins;
#if __CUDA_ARCH__ >= 700
        const unsigned peers = __match_any_sync(0xffffffff, bin);
#else
        unsigned peers = 0;
        for (int other = 0; other <= kBins; other++) {
            const unsigned same = __ballot_sync(0xffffffff, bin == other);
            if (bin == other) peers = same;
        }
#endif
        const int leader = __ffs(peers) - 1;
        if (bin < kBins && int(lane_id()) == leader) atomicAdd(&bins[bin], unsigned(__popc(peers)));
        __syncwarp();
    }
}

__device__ int position_count;

__global__ void compact_kernel(const uint8_t *bytes, int count, uint8_t limit, int *positions) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool take = i < count && bytes[i] > limit;
    const unsigned takers = __ballot_sync(0xffffffff, take);
    if (!takers) return;
    unsigned below;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
    int first = 0;
    if (lane_id() == unsigned(__ffs(takers) - 1)) first = atomicAdd(&position_count, __popc(takers));
    first = __shfl_sync(0xffffffff, first, __ffs(takers) - 1);
    if (take) {
        const int at = first + __popc(takers & below);
        assert(at < count);
        positions[at] = i;
    }
}

void histogram_shared(const uint8_t *bytes, int count, unsigned *bins) {
    cudaMemset(bins, 0, kBins * sizeof(unsigned));
    shared_kernel<<<32, 256>>>(bytes, count, bins);
}

void histogram_aggregated(const uint8_t *bytes, int count, unsigned *bins) {
    cudaMemset(bins, 0, kBins * sizeof(unsigned));
    aggregated_kernel<<<32, 256>>>(bytes, count, bins);
}

int compact(const uint8_t *bytes, int count, uint8_t limit, int *positions) {
    const int zero = 0;
    int result = 0;
    cudaMemcpyToSymbol(position_count, &zero, sizeof(int));
    compact_kernel<<<(count + 127) / 128, 128>>>(bytes, count, limit, positions);
    cudaMemcpyFromSymbol(&result, position_count, sizeof(int));
    return result;
}
