// A stencil of seven points along a line; coefficients in constant memory, the neighbourhood in LDS.
#include <hip/hip_runtime.h>

constexpr int kReach = 3;
constexpr int kThreads = 128;

__constant__ float c_stencil[kReach + 1];

__global__ void stencil_1d(const float* __restrict__ source, float* __restrict__ target, int)
{
    __shared__ float line[kThreads + 2 * kReach];

    const int at = threadIdx.x + blockIdx.x * kThreads + kReach;
    const int here = threadIdx.x + kReach;
    line[here] = source[at];
    if (threadIdx.x < kReach) {
        line[here - kReach] = source[at - kReach];
        line[here + kThreads] = source[at + kThreads];
    }
    __syncthreads();

    float sum = c_stencil[0] * line[here];
    for (int k = 1; k <= kReach; k++) {
        sum += c_stencil[k] * (line[here - k] + line[here + k]);
    }
    target[at] = sum;
}

hipError_t set_coefficients(const float* values)
{
    return hipMemcpyToSymbol(HIP_SYMBOL(c_stencil), values, (kReach + 1) * sizeof(float));
}
