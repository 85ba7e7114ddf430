// CUDA 12.8's atomics as functions with an order and a scope, a trap that is not reached, and shared arrays with an alignment.
// run: wave-any
#include "check.h"

__global__ void counted(int *counters, unsigned *lock, int *guarded) {
    __shared__ alignas(16) int mine[64];
    mine[threadIdx.x] = threadIdx.x;
    if (mine[threadIdx.x] != static_cast<int>(threadIdx.x)) __trap();
    __nv_atomic_fetch_add(&counters[0], 2, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_max(&counters[1], static_cast<int>(threadIdx.x), __NV_ATOMIC_ACQ_REL);
    __nv_atomic_fetch_or(&counters[2], 1 << threadIdx.x % 8, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_SYSTEM);
    // One thread of a block at a time has the lock.
    if (threadIdx.x == 0) {
        unsigned expected = 0;
        while (!__nv_atomic_compare_exchange_n(lock, &expected, 1u, false, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELAXED,
                                               __NV_THREAD_SCOPE_DEVICE)) {
            expected = 0;
        }
        *guarded += 1;
        __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
        __nv_atomic_store_n(lock, 0u, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    }
    __syncthreads();
    if (__nv_atomic_load_n(lock, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) <= 1) {
        __nv_atomic_exchange_n(&counters[3], 5, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
    }
}

int main() {
    Verdict verdict("atomics-of-cuda-12-8");
    Array<int> counters(4), guarded(1);
    Array<unsigned> lock(1);
    counted<<<9, 64>>>(counters.p, lock.p, guarded.p);
    verdict.same("counters", counters.host(), std::vector<int>{2 * 9 * 64, 63, 255, 5});
    verdict.same("guarded", guarded.host(), std::vector<int>{9});
    return verdict.end();
}
