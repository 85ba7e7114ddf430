// A separable filter of radius 16: loops that count down from 16 without a shuffle.
// run: wave-any
#include "support.h"

#define RADIUS 16
#define TILE 128

__constant__ float weights[2 * RADIUS + 1];

__global__ void convolve(const float *in, float *out, int n) {
    __shared__ float tile[TILE + 2 * RADIUS];
    const int i = blockIdx.x * TILE + threadIdx.x;
    for (int j = threadIdx.x; j < TILE + 2 * RADIUS; j += TILE) {
        const int from = (int)blockIdx.x * TILE + j - RADIUS;
        tile[j] = from >= 0 && from < n ? in[from] : 0.0f;
    }
    __syncthreads();
    if (i >= n) return;
    float sum = weights[RADIUS] * tile[threadIdx.x + RADIUS];
    for (int o = 16; o > 0; o--) sum += weights[RADIUS - o] * tile[threadIdx.x + RADIUS - o] + weights[RADIUS + o] * tile[threadIdx.x + RADIUS + o];
    out[i] = sum;
}

__global__ void halves(int *out) {
    int steps = 0;
    for (int o = 16; o > 0; o >>= 1) steps += o;
    out[threadIdx.x] = steps;
}

int main() {
    const int n = 1000;
    float host[2 * RADIUS + 1];
    for (int k = 0; k <= 2 * RADIUS; k++) host[k] = (float)(k % 3);
    CUDA_CHECK(cudaMemcpyToSymbol(weights, host, sizeof host));
    float *in = managed<float>(n), *out = managed<float>(n);
    int *steps = managed<int>(8);
    for (int i = 0; i < n; i++) in[i] = (float)(i % 10);
    convolve<<<(n + TILE - 1) / TILE, TILE>>>(in, out, n);
    halves<<<1, 8>>>(steps);
    finish();
    bool right = steps[7] == 31;
    for (int i = 0; i < n; i++) {
        float want = 0;
        for (int k = -RADIUS; k <= RADIUS; k++)
            if (i + k >= 0 && i + k < n) want += host[RADIUS + k] * in[i + k];
        right = right && fabsf(want - out[i]) < 1e-3f;
    }
    return report("row-convolution", right);
}
