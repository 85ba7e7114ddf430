// compile: needs hipcub/hipcub.hpp
#include <cub/block/block_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cuda_runtime.h>

__global__ void k(int *p) {
    __shared__ cub::BlockReduce<int, 64>::TempStorage storage;
    *p = cub::BlockReduce<int, 64>(storage).Sum(*p);
}
