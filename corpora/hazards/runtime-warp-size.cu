// Reduction that asks the hardware how wide its warps are, and sizes shared memory for the narrowest.
// run: wave-any
#include "support.h"

#ifndef __HIP_PLATFORM_AMD__
static constexpr unsigned kEveryone = 0xffffffffu;
#else
static constexpr unsigned long long kEveryone = ~0ull;
#endif
constexpr int kMaxWarps = 1024 / 32;

__global__ void sum(const int *in, int *out, int n) {
    __shared__ int partial[kMaxWarps];
    int v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += in[i];
    for (int delta = warpSize / 2; delta > 0; delta >>= 1) v += __shfl_down_sync(kEveryone, v, delta);
    const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize, warps = (blockDim.x + warpSize - 1) / warpSize;
    if (lane == 0) partial[warp] = v;
    __syncthreads();
    if (warp == 0) {
        v = lane < warps ? partial[lane] : 0;
        for (int delta = warpSize / 2; delta > 0; delta >>= 1) v += __shfl_down_sync(kEveryone, v, delta);
        if (lane == 0) atomicAdd(out, v);
    }
}

int main() {
    cudaDeviceProp prop;
    CUDA_CHECK(cudaGetDeviceProperties(&prop, 0));
    std::fprintf(stderr, "warps of %d\n", prop.warpSize);
    const int n = 12345;
    int *in = managed<int>(n), *out = managed<int>(1), want = 0;
    for (int i = 0; i < n; i++) want += in[i] = i % 100;
    sum<<<8, 8 * prop.warpSize>>>(in, out, n);
    finish();
    return report("runtime-warp-size", *out == want);
}
