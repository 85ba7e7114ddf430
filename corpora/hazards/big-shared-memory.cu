// Attention scores of a long row in 96 KiB of shared memory, which must be asked for.
// run: no
#include "support.h"

__global__ void row_sums(const float *scores, float *sums, int width) {
    extern __shared__ float row[];
    for (int i = threadIdx.x; i < width; i += blockDim.x) row[i] = scores[blockIdx.x * width + i];
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0;
        for (int i = 0; i < width; i++) sum += row[i];
        sums[blockIdx.x] = sum;
    }
}

int main() {
    const int rows = 4, width = 24 * 1024;
    float *scores = managed<float>(rows * width), *sums = managed<float>(rows);
    for (int i = 0; i < rows * width; i++) scores[i] = (float)(i % 2);
    CUDA_CHECK(cudaFuncSetAttribute(row_sums, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304)); // hazard: HIP2006 (HIP2005)
    row_sums<<<rows, 128, 98304>>>(scores, sums, width); // hazard: HIP2005
    finish();
    bool right = true;
    for (int r = 0; r < rows; r++) right = right && sums[r] == width / 2;
    return report("big-shared-memory", right);
}
