// One finding for a header's name: here where lanes count on it, and in the header where it is said there.
#include "loud.cuh"
#include "quiet.cuh"

__global__ void count(int *out, int v) {
    int lane = threadIdx.x % WARP_SIZE; // fires: HIP1007
    int warp = threadIdx.x / WARP_SIZE;
    int other = threadIdx.x / WARP_LANES;
    v += __shfl_down_sync(~0ull, v, 1);
    if (lane == 0) {
        out[warp + other] = v;
    }
}
