// Softmax of rows of 32 scores, a row for each group of 32 threads: the greatest of a row comes from its first lane.
// run: wave-32
#include "support.h"

__global__ void softmax32(const float *scores, float *probabilities, int rows) {
    const int lane = threadIdx.x % 32;                                  // hazard: (HIP1005)
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;  // hazard: (HIP1006)
    if (row >= rows) return;
    const float v = scores[row * 32 + lane];
    float top = v;
    for (int o = 16; o > 0; o /= 2) top = fmaxf(top, __shfl_down_sync(0xffffffffu, top, o)); // hazard: HIP1001 (HIP1009) (HIP1010) (HIP1016)
    top = __shfl_sync(0xffffffffu, top, 0);                             // hazard: HIP1001 HIP1010
    const float e = expf(v - top);
    float sum = e;
    for (int o = 16; o > 0; o /= 2) sum += __shfl_down_sync(0xffffffffu, sum, o); // hazard: HIP1001 (HIP1009) (HIP1010)
    sum = __shfl_sync(0xffffffffu, sum, 0);                             // hazard: HIP1001 HIP1010
    probabilities[row * 32 + lane] = e / sum;
}

int main() {
    const int rows = 24;
    float *scores = managed<float>(rows * 32), *p = managed<float>(rows * 32);
    uint32_t seed = 8;
    for (int i = 0; i < rows * 32; i++) scores[i] = (next_random(seed) % 1000) / 100.0f;
    softmax32<<<rows / 4, 128>>>(scores, p, rows);
    finish();
    bool right = true;
    for (int r = 0; r < rows; r++) {
        float top = -1e30f, sum = 0;
        for (int c = 0; c < 32; c++) top = fmaxf(top, scores[r * 32 + c]);
        for (int c = 0; c < 32; c++) sum += expf(scores[r * 32 + c] - top);
        for (int c = 0; c < 32; c++) right = right && fabsf(p[r * 32 + c] - expf(scores[r * 32 + c] - top) / sum) < 1e-4f;
    }
    return report("softmax-rows", right);
}
