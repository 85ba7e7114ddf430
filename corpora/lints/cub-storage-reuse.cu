// compile: gfx90a needs hip-6.4 hipcub/hipcub.hpp
#include <cub/cub.cuh>

using Reduce = cub::BlockReduce<float, 64>;
using Scan = cub::BlockScan<int, 64>;

__global__ void in_a_row(float *p, int *q) {
    __shared__ typename Reduce::TempStorage storage;
    __shared__ Scan::TempStorage other;
    float sum = Reduce(storage).Sum(p[threadIdx.x]);
    Scan(other).ExclusiveSum(q[threadIdx.x], q[threadIdx.x]);
    float most = Reduce(storage).Reduce(p[threadIdx.x], cub::Max()); // fires
    if (threadIdx.x == 0) p[0] = sum + most;
}

__global__ void in_a_loop(float *p, int n) {
    __shared__ Reduce::TempStorage storage;
    float all = 0;
    for (int i = 0; i < n; i++) all += Reduce(storage).Sum(p[i]); // fires
    if (threadIdx.x == 0) p[0] = all;
}

__global__ void with_barriers(float *p, int n) {
    __shared__ Reduce::TempStorage storage;
    float sum = Reduce(storage).Sum(p[threadIdx.x]);
    __syncthreads();
    sum += Reduce(storage).Sum(p[threadIdx.x + 64]);
    for (int i = 0; i < n; i++) {
        __syncthreads();
        sum += Reduce(storage).Sum(p[i]);
    }
    if (threadIdx.x == 0) p[0] = sum;
}

// Direct loads exchange nothing.
__global__ void loads(int *p, int n) {
    using Load = cub::BlockLoad<int, 64, 4>;
    typedef cub::BlockLoad<int, 64, 4, cub::BLOCK_LOAD_TRANSPOSE> Transposed;
    __shared__ Load::TempStorage storage;
    __shared__ Transposed::TempStorage transposed;
    int items[4];
    for (int i = 0; i < n; i++) Load(storage).Load(p + i, items);
    for (int i = 0; i < n; i++) Transposed(transposed).Load(p + i, items); // fires
    p[0] = items[0];
}

__global__ void of_members(float *p, int *q) {
    __shared__ struct { Reduce::TempStorage reduce; Scan::TempStorage scan; } storage;
    Scan(storage.scan).ExclusiveSum(q[threadIdx.x], q[threadIdx.x]);
    float sum = Reduce(storage.reduce).Sum(p[threadIdx.x]);
    if (threadIdx.x == 0) p[0] = sum;
}

__global__ void in_branches(float *p, bool most) {
    __shared__ Reduce::TempStorage storage;
    float value;
    if (most) {
        value = Reduce(storage).Reduce(p[threadIdx.x], cub::Max());
    } else {
        value = Reduce(storage).Sum(p[threadIdx.x]);
    }
    if (threadIdx.x == 0) p[0] = value;
}
