// compile: needs hipcub/hipcub.hpp
#include <cub/cub.cuh>
#include <cuda_runtime.h>

using namespace cub;

__global__ void k(int *p) {
    __shared__ BlockScan<int, 64>::TempStorage storage;
    BlockScan<int, 64>(storage).ExclusiveSum(*p, *p);
}
