// compile: no, `__nv_atomic_load` has no counterpart
#include <cuda_runtime.h>

__global__ void kernel(int *counter, unsigned *flag, int *out) {
    out[0] = __nv_atomic_fetch_add(counter, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    out[1] = __nv_atomic_fetch_max(counter, 7, __NV_ATOMIC_ACQ_REL);
    out[2] = __nv_atomic_load_n(counter, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_SYSTEM);
    out[3] = __nv_atomic_exchange_n(counter, 3, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_BLOCK);
    unsigned expected = 0;
    while (!__nv_atomic_compare_exchange_n(flag, &expected, 1u, false, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE)) {
        expected = 0;
    }
    __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_store_n(flag, 0u, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
}

__global__ void left(int *counter, int *out) { __nv_atomic_load(counter, out, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE); }
