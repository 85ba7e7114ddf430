// Dense matrix times vector for inference: warps take rows in turn.
// run: wave-32
#include "support.h"

namespace kernels {
constexpr int WARP_SIZE = 32; // hazard: (HIP1007)
constexpr int WARPS_PER_BLOCK = 4;

__device__ inline float warp_sum(float x) {
#pragma unroll
    for (int mask = WARP_SIZE / 2; mask > 0; mask >>= 1) {
        x += __shfl_xor_sync(0xffffffff, x, mask, WARP_SIZE); // hazard: HIP1001 HIP1016
    }
    return x;
}

__global__ void __launch_bounds__(WARP_SIZE * WARPS_PER_BLOCK)
matvec(const float *__restrict__ w, const float *__restrict__ x, float *__restrict__ y, int rows, int cols) {
    const int warp = threadIdx.x / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
    for (int row = blockIdx.x * WARPS_PER_BLOCK + warp; row < rows; row += gridDim.x * WARPS_PER_BLOCK) {
        float acc = 0;
        for (int c = lane; c < cols; c += WARP_SIZE) acc += w[row * cols + c] * x[c];
        acc = warp_sum(acc);
        if (lane == 0) y[row] = acc;
    }
}
} // namespace kernels

int main() {
    const int rows = 37, cols = 100;
    float *w = managed<float>(rows * cols), *x = managed<float>(cols), *y = managed<float>(rows);
    for (int i = 0; i < rows * cols; i++) w[i] = (float)(i % 11);
    for (int i = 0; i < cols; i++) x[i] = (float)(i % 7);
    kernels::matvec<<<3, kernels::WARP_SIZE * kernels::WARPS_PER_BLOCK>>>(w, x, y, rows, cols);
    finish();
    bool right = true;
    for (int r = 0; r < rows; r++) {
        float want = 0;
        for (int c = 0; c < cols; c++) want += w[r * cols + c] * x[c];
        right = right && want == y[r];
    }
    return report("matvec-warp", right);
}
