// compile: needs hipcub/hipcub.hpp
#include <cub/cub.cuh>
#include <cuda_runtime.h>

__global__ void k(int *p) {
    using Reduce = cub::BlockReduce<int, 128>;
    __shared__ typename Reduce::TempStorage storage;
    int sum = Reduce(storage).Sum(p[threadIdx.x]);
    if (threadIdx.x == 0) *p = sum;
}

size_t bytes_for(int *in, int *out, int n) {
    size_t bytes = 0;
    cub::DeviceReduce::Sum(nullptr, bytes, in, out, n);
    ::cub::DeviceScan::ExclusiveSum(nullptr, bytes, in, out, n);
    return bytes;
}
