// Calls of a header's functions by some lanes, and by all.
#include "reduce.cuh"

__global__ void means(const float *in, float *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = wave_sum(i < n ? in[i] : 0);
    if (threadIdx.x < 32) value = wave_sum(value); // fires: HIP1016
    if (threadIdx.x < 32) value = active_sum(value);
    if (blockIdx.x < 32) value = wave_sum(value);
    if (threadIdx.x < 20) value += first_of(3);
    if (i < n) {
        out[i] = wave_mean(value); // fires: HIP1016
    }
}
