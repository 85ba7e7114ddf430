// Asynchronous copies and what waits for them: cuda::pipeline of one thread and of a block with roles, cuda::barrier at which
// threads arrive and wait apart, CUDA's __pipeline functions, cuda::atomic.
// run: wave-any
#include "check.h"

#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

constexpr int tile = 128, stages = 3;

// Two tiles are on their way while one is read; in the end nothing is, which counts as well.
__global__ void by_thread(const float *in, float *out, int tiles) {
    __shared__ float buffer[stages][tile];
    const int t = threadIdx.x;
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    const auto size = cuda::aligned_size_t<alignof(float)>(sizeof(float));
    for (int at = 0, next = 0; at < tiles; at++) {
        for (; next < at + stages - 1; next++) {
            pipe.producer_acquire();
            if (next < tiles) cuda::memcpy_async(&buffer[next % stages][t], &in[next * tile + t], size, pipe);
            pipe.producer_commit();
        }
        cuda::pipeline_consumer_wait_prior<stages - 2>(pipe);
        __syncthreads();
        out[at * tile + t] = 2 * buffer[at % stages][tile - 1 - t];
        pipe.consumer_release();
        __syncthreads();
    }
}

// The first half of the block copies, the second half reads.
__global__ void by_roles(const float *in, float *out, int tiles) {
    __shared__ float buffer[stages][tile];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    const auto block = cg::this_thread_block();
    const bool produces = threadIdx.x < tile;
    auto pipe = cuda::make_pipeline(block, &state, produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    const int t = threadIdx.x % tile;
    for (int at = 0; at < tiles; at++) {
        if (produces) {
            pipe.producer_acquire();
            cuda::memcpy_async(&buffer[at % stages][t], &in[at * tile + t], sizeof(float), pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            out[at * tile + t] = 3 * buffer[at % stages][tile - 1 - t];
            pipe.consumer_release();
        }
    }
}

// Threads do something else between coming and waiting.
__global__ void apart(const float *in, float *out, int rounds) {
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    __shared__ alignas(16) float values[tile];
    const auto block = cg::this_thread_block();
    if (threadIdx.x == 0) init(&barrier, blockDim.x);
    block.sync();
    float sum = 0;
    for (int round = 0; round < rounds; round++) {
        cuda::memcpy_async(block, values, in + round * tile, cuda::aligned_size_t<16>(tile * sizeof(float)), barrier);
        auto token = barrier.arrive();
        sum += round;
        barrier.wait(std::move(token));
        sum += values[(threadIdx.x + round) % tile];
        barrier.arrive_and_wait();
    }
    out[threadIdx.x] = sum;
}

__global__ void by_functions(const float4 *in, float4 *out, unsigned *came) {
    __shared__ float4 buffer[tile];
    const int t = threadIdx.x;
    // The last 8 bytes become zero.
    __pipeline_memcpy_async(&buffer[t], &in[t], sizeof(float4), t % 2 == 0 ? 8 : 0);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[t] = buffer[tile - 1 - t];
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> count(*came);
    count.fetch_add(t, cuda::memory_order_relaxed);
    unsigned seen = count.load(cuda::memory_order_acquire);
    while (!count.compare_exchange_weak(seen, seen + 1, cuda::memory_order_acq_rel)) {
    }
}

__global__ void counted(cuda::atomic<int, cuda::thread_scope_device> *counters) {
    counters[0]++;
    counters[1].fetch_max(threadIdx.x, cuda::memory_order_relaxed);
    counters[2] -= 2;
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
    counters[3].fetch_or(1 << threadIdx.x % 8);
}

int main() {
    Verdict verdict("pipelines");
    const int tiles = 7;
    std::vector<float> in(4 * tiles * tile);
    for (size_t i = 0; i < in.size(); i++) in[i] = i % 211;
    Array<float> device(in), twice(tiles * tile), thrice(tiles * tile), sums(tile), quads(4 * tile);
    by_thread<<<1, tile>>>(device.p, twice.p, tiles);
    by_roles<<<1, 2 * tile>>>(device.p, thrice.p, tiles);
    apart<<<1, tile>>>(device.p, sums.p, tiles);
    Array<unsigned> came(1);
    by_functions<<<1, tile>>>(reinterpret_cast<float4 *>(device.p), reinterpret_cast<float4 *>(quads.p), came.p);
    std::vector<float> want_twice(tiles * tile), want_thrice(tiles * tile), want_sums(tile), want_quads(4 * tile);
    for (int i = 0; i < tiles * tile; i++) {
        const float from = in[i / tile * tile + tile - 1 - i % tile];
        want_twice[i] = 2 * from;
        want_thrice[i] = 3 * from;
    }
    for (int t = 0; t < tile; t++) {
        for (int round = 0; round < tiles; round++) want_sums[t] += round + in[round * tile + (t + round) % tile];
        const int from = tile - 1 - t;
        for (int k = 0; k < 4; k++) want_quads[4 * t + k] = from % 2 == 0 && k >= 2 ? 0 : in[4 * from + k];
    }
    verdict.same("a thread's", twice.host(), want_twice);
    verdict.same("by roles", thrice.host(), want_thrice);
    verdict.same("barriers", sums.host(), want_sums);
    verdict.same("functions", quads.host(), want_quads);
    verdict.same("references", came.host(), std::vector<unsigned>{tile * (tile - 1) / 2 + tile});

    Array<int> counters(4);
    counted<<<3, 64>>>(reinterpret_cast<cuda::atomic<int, cuda::thread_scope_device> *>(counters.p));
    verdict.same("atomics", counters.host(), std::vector<int>{192, 63, -384, 255});
    return verdict.end();
}
