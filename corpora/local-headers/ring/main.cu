// Headers that include each other, and names that stand for each other.
#include "one.cuh"

__device__ int f(int v) {
    v += __shfl_down_sync(THREE, v, 1); // fires: HIP1001
    v += __shfl_down_sync(ONE, v, 1);
    return v + __shfl_down_sync(TWO, v, 1);
}
