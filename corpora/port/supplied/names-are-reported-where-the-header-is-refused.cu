// port-options: --no-support-header
// compile: no, HIP has none of the names
#include <cuda_runtime.h>
#include <cuda/atomic>

__global__ void k(int *p, cuda::atomic<int> *q) {
    p[0] = __dp4a(p[1], p[2], p[3]);
    q->fetch_add(1, cuda::memory_order_relaxed);
}
