// Maximum of each row of a matrix, one block a row.
// run: wave-32
#include "support.h"

#include <cfloat>

#define WARP_SIZE 32         // hazard: HIP1007
#define FULL_MASK 0xffffffff // hazard: HIP1001
#define BLOCK 128

template <typename T> __device__ __forceinline__ T warp_max(T v) {
#pragma unroll
    for (int delta = WARP_SIZE / 2; delta >= 1; delta /= 2) {
        T other = __shfl_xor_sync(FULL_MASK, v, delta);
        v = v > other ? v : other;
    }
    return v;
}

__global__ void row_max(const float *__restrict__ matrix, float *__restrict__ out, int cols) {
    __shared__ float slots[BLOCK / WARP_SIZE];
    const float *row = matrix + (size_t)blockIdx.x * cols;
    float best = -FLT_MAX;
    for (int c = threadIdx.x; c < cols; c += BLOCK) best = fmaxf(best, row[c]);
    best = warp_max(best);
    if (threadIdx.x % WARP_SIZE == 0) slots[threadIdx.x / WARP_SIZE] = best;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < BLOCK / WARP_SIZE; ++w) best = fmaxf(best, slots[w]);
        out[blockIdx.x] = best;
    }
}

int main() {
    const int rows = 40, cols = 777;
    float *matrix = managed<float>(rows * cols), *out = managed<float>(rows);
    uint32_t seed = 17;
    for (int i = 0; i < rows * cols; i++) matrix[i] = (float)(next_random(seed) % 100000) - 50000;
    row_max<<<rows, BLOCK>>>(matrix, out, cols);
    finish();
    bool right = true;
    for (int r = 0; r < rows; r++) {
        float want = -FLT_MAX;
        for (int c = 0; c < cols; c++) want = fmaxf(want, matrix[r * cols + c]);
        right = right && want == out[r];
    }
    return report("reduce-macros", right);
}
