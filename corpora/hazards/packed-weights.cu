// Weights of four bits, eight to a word of 32, in groups of 32 that share a scale.
// run: wave-any
#include "support.h"

#define GROUP_SIZE 32
#define PACK (32 / 4)

__device__ int unpack(uint32_t word, int i) { return (int)(word >> (4 * i) & 0xf) - 8; }

__global__ void dequantise(const uint32_t *packed, const float *scales, float *out, int n) {
    const int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    out[tid] = unpack(packed[tid / PACK], tid % PACK) * scales[tid / 32];
}

__global__ void group_sums(const uint32_t *packed, const float *scales, float *sums, int groups) {
    const int group = blockIdx.x * blockDim.x + threadIdx.x;
    if (group >= groups) return;
    int sum = 0;
    for (int w = 0; w < GROUP_SIZE / PACK; w++)
        for (int i = 0; i < PACK; i++) sum += unpack(packed[group * (GROUP_SIZE / PACK) + w], i);
    sums[group] = sum * scales[group];
}

int main() {
    const int groups = 20, n = groups * GROUP_SIZE;
    uint32_t *packed = managed<uint32_t>(n / PACK);
    float *scales = managed<float>(groups), *out = managed<float>(n), *sums = managed<float>(groups);
    for (int i = 0; i < n; i++) packed[i / PACK] |= (uint32_t)(i * 7 % 16) << (4 * (i % PACK));
    for (int g = 0; g < groups; g++) scales[g] = 0.5f * (g + 1);
    dequantise<<<(n + 255) / 256, 256>>>(packed, scales, out, n);
    group_sums<<<1, 32>>>(packed, scales, sums, groups);
    finish();
    bool right = true;
    for (int g = 0; g < groups; g++) {
        int sum = 0;
        for (int i = g * GROUP_SIZE; i < (g + 1) * GROUP_SIZE; i++) {
            sum += i * 7 % 16 - 8;
            right = right && out[i] == (i * 7 % 16 - 8) * scales[g];
        }
        right = right && sums[g] == sum * scales[g];
    }
    return report("packed-weights", right);
}
