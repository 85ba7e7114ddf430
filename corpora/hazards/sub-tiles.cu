// Rows of 32 by shuffles with a width: the same on any warp, since the mask has all bits where there are 64.
// run: wave-any
#include "support.h"

#if defined(__HIP_PLATFORM_AMD__)
#define ALL_LANES 0xffffffffffffffffull
#else
#define ALL_LANES 0xffffffffu
#endif

constexpr int ROW = 32;

__device__ float row_sum(float v) {
    for (int offset = ROW / 2; offset > 0; offset /= 2) v += __shfl_down_sync(ALL_LANES, v, offset, ROW);
    return __shfl_sync(ALL_LANES, v, 0, ROW);
}

__global__ void centre(float *matrix, int rows) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float v = i < rows * ROW ? matrix[i] : 0;
    const float mean = row_sum(v) / ROW;
    if (i < rows * ROW) matrix[i] = v - mean;
}

int main() {
    const int rows = 21;
    float *matrix = managed<float>(rows * ROW);
    for (int i = 0; i < rows * ROW; i++) matrix[i] = (float)(i % ROW + i / ROW);
    centre<<<(rows * ROW + 127) / 128, 128>>>(matrix, rows);
    finish();
    bool right = true;
    for (int i = 0; i < rows * ROW; i++) right = right && matrix[i] == i % ROW - 15.5f;
    return report("sub-tiles", right);
}
