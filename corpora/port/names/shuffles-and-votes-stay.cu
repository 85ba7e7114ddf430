// compile: needs hip-6.4
#include <cuda_runtime.h>

__device__ int sum(int value) {
    for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffffffffffffull, value, offset, 32);
    return __any_sync(0xffffffffffffffffull, value > 0) ? __shfl_sync(0xffffffffffffffffull, value, 0) : 0;
}
