// compile: no, libhipcxx is not part of HIP
#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda_runtime.h>

__global__ void k(int *p) {
    cuda::atomic_ref<int, cuda::thread_scope_device> counter(*p);
    counter.fetch_add(1, cuda::std::memory_order_relaxed);
}
