// What headers do not say with one voice, or the file says otherwise, is not known.
#include "one.cuh"
#include "two.cuh"

__device__ int f(int v, unsigned long long hidden) {
    v += __shfl_down_sync(DOUBTFUL, v, 1);
    v += __shfl_down_sync(hidden, v, 1);
    v += __shfl_down_sync(NEVER, v, 1);
    return v + __shfl_down_sync(member, v, 1);
}

__device__ int g(int v) {
    return __shfl_down_sync(hidden, v, 1); // fires: HIP1001
}
