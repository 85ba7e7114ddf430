// Kernels that promise how many threads a block has; the compiler may use more registers.
#include <hip/hip_runtime.h>

__launch_bounds__(128)
__global__ void polynomial(const double* input, double* output, int count)
{
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count) {
        return;
    }
    constexpr int kTerms = 16;
    const double value = input[at];
    double power[kTerms];
    power[0] = 1.0;
    #pragma unroll
    for (int term = 1; term < kTerms; term++) {
        power[term] = power[term - 1] * value;
    }
    double total = 0.0;
    #pragma unroll
    for (int term = kTerms - 1; term >= 0; term--) {
        total += sin(power[term]) * exp(-power[kTerms - 1 - term]);
    }
    output[at] = total;
}

__launch_bounds__(1024) __global__ void tiny(float* data)
{
    float& mine = data[threadIdx.x];
    mine = __powf(mine, 1.5f);
}
