// Inclusive scan of a block of 512: warps scan, the totals are scanned by the first warp.
// run: wave-32
#include "support.h"

enum { LOG_WARP = 5, WARP_THREADS = 1 << LOG_WARP }; // hazard: HIP1007
constexpr int BLOCK = 512;

__device__ int warp_inclusive(int value) {
    const int lane = threadIdx.x % WARP_THREADS;
    for (int d = 1; d < WARP_THREADS; d <<= 1) {
        int up = __shfl_up_sync(0xFFFFFFFFu, value, d); // hazard: HIP1001 HIP1016
        if (lane >= d) value += up;
    }
    return value;
}

__global__ void scan(const int *in, int *out) {
    __shared__ int totals[BLOCK >> LOG_WARP];
    const int lane = threadIdx.x % WARP_THREADS, warp = threadIdx.x >> LOG_WARP;
    int value = warp_inclusive(in[threadIdx.x]);
    if (lane == WARP_THREADS - 1) totals[warp] = value;
    __syncthreads();
    if (warp == 0) {
        int total = lane < (BLOCK >> LOG_WARP) ? totals[lane] : 0;
        total = warp_inclusive(total);
        if (lane < (BLOCK >> LOG_WARP)) totals[lane] = total;
    }
    __syncthreads();
    out[threadIdx.x] = value + (warp > 0 ? totals[warp - 1] : 0);
}

int main() {
    int *in = managed<int>(BLOCK), *out = managed<int>(BLOCK);
    for (int i = 0; i < BLOCK; i++) in[i] = i % 7;
    scan<<<1, BLOCK>>>(in, out);
    finish();
    bool right = true;
    for (int i = 0, sum = 0; i < BLOCK; i++) right = right && out[i] == (sum += in[i]);
    return report("warp-scan", right);
}
