// Barriers of a block, fences, and what stops a thread.
#ifndef HIPIFY_SYNC_H
#define HIPIFY_SYNC_H

#include <hip/hipify/intrinsics.h>

HIPIFY_DEVICE void __syncthreads() { __hipify_barrier(); }

/// In how many threads of the block `predicate` is not zero; all of them get the answer.
HIPIFY_DEVICE int __syncthreads_count(int predicate) {
    static __shared__ int count;
    if (__hipify_thread_linear() == 0) count = 0;
    __hipify_barrier();
    if (predicate) __hip_atomic_fetch_add(&count, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
    __hipify_barrier();
    int result = count;
    // Nobody may clear the count for a next call before all have read it.
    __hipify_barrier();
    return result;
}
HIPIFY_DEVICE int __syncthreads_or(int predicate) { return __syncthreads_count(predicate) != 0; }
HIPIFY_DEVICE int __syncthreads_and(int predicate) { return __syncthreads_count(!predicate) == 0; }

HIPIFY_DEVICE void __syncwarp(unsigned long long mask = ~0ull) {
    __hipify_warp_sync();
    __hipify_lanes_ordered(mask);
    __hipify_lanes_named(mask);
}

HIPIFY_DEVICE void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
/// A block runs on one processor thread: only the compiler must not reorder.
HIPIFY_DEVICE void __threadfence_block() { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
HIPIFY_DEVICE void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

typedef unsigned int __cl_mem_fence_flags;
#define CLK_LOCAL_MEM_FENCE 1u
#define CLK_GLOBAL_MEM_FENCE 2u
#define __CLK_LOCAL_MEM_FENCE CLK_LOCAL_MEM_FENCE
#define __CLK_GLOBAL_MEM_FENCE CLK_GLOBAL_MEM_FENCE
HIPIFY_DEVICE void __barrier(int) { __hipify_barrier(); }
HIPIFY_DEVICE void __work_group_barrier(__cl_mem_fence_flags) { __hipify_barrier(); }

/// Nanoseconds; clocks of all kinds are one.
HIPIFY_DEVICE long long __clock64() { return __hipify_clock(); }
HIPIFY_DEVICE long long __clock() { return __hipify_clock(); }
HIPIFY_DEVICE long long clock64() { return __hipify_clock(); }
HIPIFY_DEVICE long long wall_clock64() { return __hipify_clock(); }

/// A hint to give way: blocks of a processor have no one to give way to, so that time passes only.
HIPIFY_DEVICE void __nanosleep(unsigned int nanoseconds) {
    long long end = __hipify_clock() + nanoseconds;
    while (__hipify_clock() < end) {
    }
}

HIPIFY_DEVICE void __trap() { __hipify_trap(); }
HIPIFY_DEVICE void __assertfail() { __hipify_trap(); }
HIPIFY_DEVICE void __assertfail(const char *expression, const char *file, unsigned int line, const char *function, size_t) {
    __hipify_assert_fail(expression, file, line, function);
}
HIPIFY_DEVICE void __brkpt() { __builtin_debugtrap(); }
/// Raises a counter of NVIDIA's profiler.
HIPIFY_DEVICE void __prof_trigger(int) {}

/// Where the memory of the launch's dynamic shared arrays begins.
HIPIFY_DEVICE void *__get_dynamicgroupbaseptr() {
    extern __shared__ char hipify_dynamic_shared[];
    return hipify_dynamic_shared;
}

#endif
