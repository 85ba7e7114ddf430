// Lanes by masks that the host's part of the program puts into constant memory.
#include "layout.h"

__constant__ Layout layout;

__global__ void sums(float *p) {
    const unsigned lane = threadIdx.x & layout.lane_bits; // fires: HIP1005
    const unsigned whole = threadIdx.x & layout.row_bits;
    const unsigned several = threadIdx.x & layout.other_bits;
    float v = p[lane] + p[whole] + p[several];
    v += __shfl_sync(__activemask(), v, lane ^ 1);
    p[threadIdx.x] = v;
}
