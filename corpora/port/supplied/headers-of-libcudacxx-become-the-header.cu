// port-options: --support-header
#pragma once
#include <cuda/atomic>
#include <cuda/barrier>
#include <cooperative_groups/memcpy_async.h>

__global__ void k(cuda::atomic<int, cuda::thread_scope_device> *count, int *from) {
    __shared__ int buffer[64];
    auto block = cooperative_groups::this_thread_block();
    cooperative_groups::memcpy_async(block, buffer, from, sizeof buffer);
    cooperative_groups::wait(block);
    count->fetch_add(buffer[threadIdx.x], cuda::memory_order_relaxed);
}
