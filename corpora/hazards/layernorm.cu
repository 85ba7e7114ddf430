// Layer normalisation, one block a row: mean and variance in one pass of two block reductions.
// run: wave-32
#include "support.h"

#define FINAL_MASK 0xffffffff // hazard: HIP1001

template <typename T> __inline__ __device__ T warpSum(T val) {
#pragma unroll
    for (int mask = 16; mask > 0; mask >>= 1) val += __shfl_xor_sync(FINAL_MASK, val, mask, 32);
    return val;
}

template <typename T> __inline__ __device__ T blockSum(T val) {
    static __shared__ T shared[33];
    int lane = threadIdx.x & 0x1f; // hazard: (HIP1005)
    int wid = threadIdx.x >> 5;    // hazard: (HIP1006)
    val = warpSum<T>(val);
    __syncthreads();
    if (lane == 0) shared[wid] = val;
    __syncthreads();
    if (threadIdx.x == 0) {
        T all = 0;
        for (int i = 0; i < (int)(blockDim.x + 31) / 32; i++) all += shared[i]; // hazard: (HIP1006)
        shared[32] = all;
    }
    __syncthreads();
    return shared[32];
}

__global__ void layernorm(const float *in, float *out, const float *gamma, const float *beta, int width) {
    const float *row = in + blockIdx.x * width;
    float local = 0;
    for (int i = threadIdx.x; i < width; i += blockDim.x) local += row[i];
    const float mean = blockSum(local) / width;
    local = 0;
    for (int i = threadIdx.x; i < width; i += blockDim.x) local += (row[i] - mean) * (row[i] - mean);
    const float scale = rsqrtf(blockSum(local) / width + 1e-5f);
    for (int i = threadIdx.x; i < width; i += blockDim.x)
        out[blockIdx.x * width + i] = (row[i] - mean) * scale * gamma[i] + beta[i];
}

int main() {
    const int rows = 10, width = 300;
    float *in = managed<float>(rows * width), *out = managed<float>(rows * width);
    float *gamma = managed<float>(width), *beta = managed<float>(width);
    uint32_t seed = 77;
    for (int i = 0; i < rows * width; i++) in[i] = (next_random(seed) % 512) / 64.0f;
    for (int i = 0; i < width; i++) gamma[i] = 1.0f + i % 2, beta[i] = i % 3;
    layernorm<<<rows, 128>>>(in, out, gamma, beta, width);
    finish();
    bool right = true;
    for (int r = 0; r < rows; r++) {
        double mean = 0, var = 0;
        for (int i = 0; i < width; i++) mean += in[r * width + i];
        mean /= width;
        for (int i = 0; i < width; i++) var += (in[r * width + i] - mean) * (in[r * width + i] - mean);
        var /= width;
        for (int i = 0; i < width; i++) {
            double want = (in[r * width + i] - mean) / sqrt(var + 1e-5) * gamma[i] + beta[i];
            right = right && fabs(want - out[r * width + i]) < 1e-3;
        }
    }
    return report("layernorm", right);
}
