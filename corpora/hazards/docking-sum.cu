// Energies of poses: sums and minima of warps by macros, lanes counted by a mask that the host puts into constant memory.
// run: wave-32
#include "support.h"

struct GpuData {
    unsigned warpmask;
    unsigned warpbits;
    int poses;
};

__device__ __constant__ GpuData cData;

#define EXCHANGE_MINIMUM(tgx, value, step) value = fminf(value, __shfl_sync(0xffffffff, value, (tgx) ^ (step))); // hazard: HIP1001 HIP1010

#define WARP_MINIMUM(tgx, value)      \
    EXCHANGE_MINIMUM(tgx, value, 1)   \
    EXCHANGE_MINIMUM(tgx, value, 2)   \
    EXCHANGE_MINIMUM(tgx, value, 4)   \
    EXCHANGE_MINIMUM(tgx, value, 8)   \
    EXCHANGE_MINIMUM(tgx, value, 16)

__global__ void energies(const float *terms, float *sums, float *minima) {
    const unsigned tgx = threadIdx.x & cData.warpmask; // hazard: (HIP1005)
    const unsigned pose = (blockIdx.x * blockDim.x + threadIdx.x) >> cData.warpbits; // hazard: (HIP1006)
    const float term = terms[blockIdx.x * blockDim.x + threadIdx.x];
    float sum = term, least = term;
    sum += __shfl_sync(0xffffffff, sum, tgx ^ 1);  // hazard: HIP1001 HIP1010
    sum += __shfl_sync(0xffffffff, sum, tgx ^ 2);  // hazard: HIP1001 HIP1010
    sum += __shfl_sync(0xffffffff, sum, tgx ^ 4);  // hazard: HIP1001 HIP1010
    sum += __shfl_sync(0xffffffff, sum, tgx ^ 8);  // hazard: HIP1001 HIP1010
    sum += __shfl_sync(0xffffffff, sum, tgx ^ 16); // hazard: HIP1001 HIP1010
    WARP_MINIMUM(tgx, least)
    if (tgx == 0) {
        sums[pose] = sum;
        minima[pose] = least;
    }
}

int main() {
    GpuData gpu;
    gpu.warpmask = 31;
    gpu.warpbits = 5;
    gpu.poses = 24;
    CUDA_CHECK(cudaMemcpyToSymbol(cData, &gpu, sizeof(gpu)));
    const int n = gpu.poses * 32;
    float *terms = managed<float>(n), *sums = managed<float>(gpu.poses), *minima = managed<float>(gpu.poses);
    for (int i = 0; i < n; i++) terms[i] = (float)(i * 13 % 71);
    energies<<<n / 128, 128>>>(terms, sums, minima);
    finish();
    bool right = true;
    for (int pose = 0; pose < gpu.poses; pose++) {
        float sum = 0, least = 1e30f;
        for (int t = 0; t < 32; t++) {
            sum += terms[pose * 32 + t];
            least = fminf(least, terms[pose * 32 + t]);
        }
        right = right && sum == sums[pose] && least == minima[pose];
    }
    return report("docking-sum", right);
}
