// A histogram of 32 bins, with a copy for each block, and one of 256 bins by sub-histograms.
// run: wave-any
#include "support.h"

#define BINS 32

__global__ void histogram32(const unsigned char *data, int n, unsigned *bins) {
    __shared__ unsigned local[BINS];
    if (threadIdx.x < BINS) local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[data[i] & 31], 1u);
    __syncthreads();
    if (threadIdx.x < 32) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

__global__ void histogram256(const unsigned char *data, int n, unsigned *bins) {
    __shared__ unsigned local[8][256];
    for (int i = threadIdx.x; i < 8 * 256; i += blockDim.x) local[i / 256][i % 256] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&local[i % 8][data[i]], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x) {
        unsigned sum = 0;
        for (int copy = 0; copy < 8; copy++) sum += local[copy][b];
        bins[b] = sum;
    }
}

int main() {
    const int n = 9999;
    unsigned char *data = managed<unsigned char>(n);
    unsigned *small = managed<unsigned>(BINS), *large = managed<unsigned>(256), want_small[BINS] = {}, want[256] = {};
    uint32_t seed = 41;
    for (int i = 0; i < n; i++) {
        data[i] = (unsigned char)next_random(seed);
        want_small[data[i] % 32]++;
        want[data[i]]++;
    }
    histogram32<<<6, 96>>>(data, n, small);
    histogram256<<<1, 128>>>(data, n, large);
    finish();
    return report("histogram-32", !std::memcmp(small, want_small, sizeof want_small) && !std::memcmp(large, want, sizeof want));
}
