// libcu++'s latches, semaphores, atomic flags and system-wide atomics, and pointers with hints about caches.
// run: wave-any
#include "check.h"

#include <cuda/annotated_ptr>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/std/semaphore>

using Latch = cuda::latch<cuda::thread_scope_device>;
using Semaphore = cuda::counting_semaphore<cuda::thread_scope_device>;

struct Shared {
    Latch latch{4};
    Semaphore places{2};
    cuda::binary_semaphore<cuda::thread_scope_device> one{1};
    cuda::std::atomic<int> inside{0};
    cuda::atomic<int, cuda::thread_scope_device> most{0};
    cuda::std::atomic_flag flag;
    int guarded = 0, flagged = 0;
};

// A thread of each block; blocks wait for each other, of which there are few.
__global__ void meet(Shared *shared, int *parts, int *sums) {
    if (threadIdx.x != 0) return;
    parts[blockIdx.x] = 10 + blockIdx.x;
    shared->latch.arrive_and_wait();
    int sum = 0;
    for (unsigned i = 0; i < gridDim.x; i++) sum += static_cast<volatile int *>(parts)[i];
    sums[blockIdx.x] = sum;
    for (int round = 0; round < 20; round++) {
        shared->places.acquire();
        const int now = ++shared->inside;
        shared->most.fetch_max(now, cuda::std::memory_order_relaxed);
        --shared->inside;
        shared->places.release();
        shared->one.acquire();
        shared->guarded += 1;
        shared->one.release();
        while (shared->flag.test_and_set(cuda::std::memory_order_acquire)) {
        }
        shared->flagged += 1;
        shared->flag.clear(cuda::std::memory_order_release);
    }
}

__global__ void hinted(const int *in, int *out) {
    cuda::annotated_ptr<const int, cuda::access_property::streaming> from(in);
    cuda::annotated_ptr<int, cuda::access_property::persisting> to(out);
    to[threadIdx.x] = 2 * from[threadIdx.x];
}

__global__ void phases(int *out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    __shared__ int values[64];
    if (threadIdx.x == 0) init(&barrier, 64);
    __syncthreads();
    values[threadIdx.x] = threadIdx.x;
    barrier.arrive_and_wait();
    out[threadIdx.x] = values[63 - threadIdx.x];
}

int main() {
    Verdict verdict("latches");
    Shared *shared;
    CHECK(cudaMallocManaged(&shared, sizeof(Shared)));
    new (shared) Shared;
    Array<int> parts(4), sums(4);
    meet<<<4, 32>>>(shared, parts.p, sums.p);
    verdict.same("after the latch", sums.host(), std::vector<int>(4, 46));
    verdict.same("guarded", shared->guarded, 4 * 20);
    verdict.same("guarded by the flag", shared->flagged, 4 * 20);
    verdict.holds("no more than two inside", shared->most.load() >= 1 && shared->most.load() <= 2);
    verdict.holds("the latch is open", shared->latch.try_wait());
    verdict.holds("two places left", shared->places.try_acquire() && shared->places.try_acquire() && !shared->places.try_acquire());
    CHECK(cudaFree(shared));

    cuda::std::latch latch(2);
    latch.count_down(2);
    latch.wait();
    cuda::std::counting_semaphore<> counted(1);
    counted.release(2);
    verdict.holds("three", counted.try_acquire() && counted.try_acquire() && counted.try_acquire() && !counted.try_acquire());

    volatile cuda::std::atomic<int> seen(3);
    seen = 4;
    verdict.same("volatile", seen.fetch_add(2) + seen.load(cuda::memory_order_acquire), 4 + 6);

    std::vector<int> in(64), twice(64), reversed(64);
    for (int i = 0; i < 64; i++) in[i] = i + 1, twice[i] = 2 * i + 2, reversed[i] = 63 - i;
    Array<int> device(in), out(64), turned(64);
    hinted<<<1, 64>>>(device.p, out.p);
    verdict.same("hinted", out.host(), twice);
    phases<<<1, 64>>>(turned.p);
    verdict.same("phases", turned.host(), reversed);
    return verdict.end();
}
