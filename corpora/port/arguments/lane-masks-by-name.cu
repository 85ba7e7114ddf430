// compile: needs hip-7.0
#include <cuda_runtime.h>

#define ALL_LANES 0xffffffffu
#define EVERY (0xffffffff)
#define UP(v) __shfl_up_sync(ALL_LANES, v, 1)

__device__ float sum(float v, unsigned some, unsigned long long wide) {
    v += __shfl_down_sync(ALL_LANES, v, 16);
    v += __shfl_xor_sync(EVERY, v, 8);
    v += __shfl_sync(some, v, 0);
    v += __shfl_sync(__activemask(), v, 0);
    v += __shfl_sync((unsigned long long)some, v, 0);
    v += __shfl_sync(0xffffull, v, 0);
    return UP(v);
}
