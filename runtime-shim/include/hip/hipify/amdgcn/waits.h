// Barriers, fences, waits, clocks, and hints to a GPU's scheduler and caches.
#ifndef HIPIFY_AMDGCN_WAITS_H
#define HIPIFY_AMDGCN_WAITS_H

#include <hip/hipify/sync.h>

HIPIFY_DEVICE void __builtin_amdgcn_s_barrier() { __hipify_barrier(); }
HIPIFY_DEVICE void __builtin_amdgcn_wave_barrier() {
    __hipify_warp_sync();
    __hipify_lanes_ordered(~0ull);
}

// The halves of a barrier of gfx12: -1 is that of the work-group.
#define HIPIFY_OWN_BARRIER(number) __attribute__((diagnose_if(number != -1, "the CPU target has no named barriers", "error")))
HIPIFY_DEVICE void __builtin_amdgcn_s_barrier_signal(int number) HIPIFY_OWN_BARRIER(number) { (void)number; }
HIPIFY_DEVICE void __builtin_amdgcn_s_barrier_wait(short number) HIPIFY_OWN_BARRIER(number) {
    (void)number;
    __hipify_barrier();
}
#undef HIPIFY_OWN_BARRIER

// A work-group runs on one thread of the processor: only the compiler could reorder within it. The other scopes, "agent" and
// "" (the system), are those of other threads. A scope may end with "-one-as", and more arguments name address spaces.
template <typename... Spaces>
HIPIFY_DEVICE void __builtin_amdgcn_fence(unsigned int order, const char *scope, Spaces...) {
    (void)order;
    if (scope[0] == 'w' || scope[0] == 's') {
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
    } else {
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
    }
}

// What is waited for, accesses of memory, is complete at once.
HIPIFY_DEVICE void __builtin_amdgcn_s_waitcnt(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
// A loop that waits for other threads gives way by itself: a pause would keep them waiting.
HIPIFY_DEVICE void __builtin_amdgcn_s_sleep(int) {}
HIPIFY_DEVICE void __builtin_amdgcn_s_sleep_var(unsigned int) {}

// Nanoseconds, as of every clock of this target.
HIPIFY_DEVICE unsigned long __builtin_amdgcn_s_memtime() { return static_cast<unsigned long>(__hipify_clock()); }
HIPIFY_DEVICE unsigned long __builtin_amdgcn_s_memrealtime() { return static_cast<unsigned long>(__hipify_clock()); }

// Hints: the results are the same without them.
HIPIFY_DEVICE void __builtin_amdgcn_s_setprio(short) {}
HIPIFY_DEVICE void __builtin_amdgcn_sched_barrier(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
HIPIFY_DEVICE void __builtin_amdgcn_sched_group_barrier(int, int, int) {}
HIPIFY_DEVICE void __builtin_amdgcn_iglp_opt(int) {}
HIPIFY_DEVICE void __builtin_amdgcn_s_incperflevel(int) {}
HIPIFY_DEVICE void __builtin_amdgcn_s_decperflevel(int) {}

// Caches are coherent here.
HIPIFY_DEVICE void __builtin_amdgcn_s_dcache_inv() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
HIPIFY_DEVICE void __builtin_amdgcn_s_dcache_inv_vol() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
HIPIFY_DEVICE void __builtin_amdgcn_s_dcache_wb() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
HIPIFY_DEVICE void __builtin_amdgcn_buffer_wbinvl1() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
HIPIFY_DEVICE void __builtin_amdgcn_buffer_wbinvl1_vol() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

#endif
