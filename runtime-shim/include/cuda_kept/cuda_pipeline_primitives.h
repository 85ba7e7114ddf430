// A thread's asynchronous copies to shared memory, which are complete at once, so that waits have nothing to wait for.
#pragma once
#pragma clang system_header
#include <cuda_awbarrier_primitives.h>
#include <stddef.h>

// The last `zeros` of `bytes` bytes become zero.
__device__ inline void __pipeline_memcpy_async(void *to, const void *from, size_t bytes, size_t zeros = 0) {
    hipify_kept::copy(to, from, bytes - zeros);
    for (size_t at = bytes - zeros; at < bytes; ++at) static_cast<char *>(to)[at] = 0;
}
__device__ inline void __pipeline_commit() {}
__device__ inline void __pipeline_wait_prior(size_t) {}
__device__ inline void __pipeline_arrive_on(__mbarrier_t *) {}
