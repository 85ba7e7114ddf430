// compile: no, the headers come with our builds
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline_primitives.h>

__global__ void kernel(float *to, const float *from, cuda::atomic<int, cuda::thread_scope_device> *count) {
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    cuda::memcpy_async(to, from, sizeof(float), pipe);
    __pipeline_memcpy_async(to, from, 4);
    count->fetch_add(1, cuda::memory_order_relaxed);
    barrier.arrive_and_wait();
}
