// Sum by shuffles within each warp and shared memory between warps, whatever a warp's size is.
// run: wave-any
#include "check.h"

__device__ float warp_sum(float value) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

__global__ void reduce(const float *in, float *out, int n) {
    __shared__ float partial[32];
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum += in[i];
    sum = warp_sum(sum);
    const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
    if (lane == 0) partial[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = lane < blockDim.x / warpSize ? partial[lane] : 0;
        sum = warp_sum(sum);
        if (lane == 0) atomicAdd(out, sum);
    }
}

__global__ void butterfly(int *out) {
    int v = threadIdx.x;
    for (int mask = 1; mask < warpSize; mask *= 2) v = max(v, __shfl_xor_sync(0xffffffff, v, mask));
    out[threadIdx.x] = v;
}

int main() {
    Verdict verdict("reduce-shuffle");
    const int n = 50000;
    const std::vector<float> in(n, 0.5f);
    Array<float> din(in), sum(1);
    reduce<<<13, 256>>>(din.p, sum.p, n);
    verdict.same("sum", sum.host(), std::vector<float>{n * 0.5f});

    Array<int> greatest(128);
    butterfly<<<1, 128>>>(greatest.p);
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    std::vector<int> want(128);
    for (int i = 0; i < 128; i++) want[i] = (i / properties.warpSize + 1) * properties.warpSize - 1;
    verdict.same("greatest", greatest.host(), want);
    return verdict.end();
}
