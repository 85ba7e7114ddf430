// Inclusive prefix sums of a block: shuffles within warps, the warps' totals scanned by the first warp.
// run: wave-any
#include "check.h"

__device__ int warp_scan(int value) {
    const int lane = threadIdx.x % warpSize;
    for (int distance = 1; distance < warpSize; distance *= 2) {
        const int left = __shfl_up_sync(0xffffffff, value, distance);
        if (lane >= distance) value += left;
    }
    return value;
}

__global__ void scan(const int *in, int *out) {
    __shared__ int totals[32];
    const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize, i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = warp_scan(in[i]);
    if (lane == warpSize - 1) totals[warp] = value;
    __syncthreads();
    if (warp == 0) {
        const int total = warp_scan(lane < blockDim.x / warpSize ? totals[lane] : 0);
        if (lane < blockDim.x / warpSize) totals[lane] = total;
    }
    __syncthreads();
    if (warp > 0) value += totals[warp - 1];
    out[i] = value;
}

int main() {
    Verdict verdict("scan-warp");
    for (const int size : {64, 256, 1024}) {
        const int n = size * 5;
        std::vector<int> in(n), want(n);
        const auto words = random_words(n, size);
        for (int i = 0; i < n; i++) {
            in[i] = words[i] % 1000;
            want[i] = in[i] + (i % size ? want[i - 1] : 0);
        }
        Array<int> din(in), dout(n);
        scan<<<n / size, size>>>(din.p, dout.p);
        verdict.same("sums", dout.host(), want);
    }
    return verdict.end();
}
