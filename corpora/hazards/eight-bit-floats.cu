// Quantises weights to eight-bit floats and back.
// run: no
#include "support.h"

#include <cuda_fp8.h> // hazard: (HIP2037)

constexpr float kLargest = 448.0f; // hazard: (HIP2037)

__global__ void quantise(const float *in, __nv_fp8_e4m3 *out, float scale, int n) { // hazard: HIP2037
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = __nv_fp8_e4m3(in[i] * scale); // hazard: (HIP2037)
}

__global__ void restore(const __nv_fp8_e4m3 *in, float *out, float scale, int n) { // hazard: (HIP2037)
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = static_cast<float>(in[i]) / scale;
}

int main() {
    const int n = 512;
    float *in = managed<float>(n), *out = managed<float>(n);
    __nv_fp8_e4m3 *small = managed<__nv_fp8_e4m3>(n); // hazard: (HIP2037)
    for (int i = 0; i < n; i++) in[i] = (i - 256) / 256.0f;
    const float scale = kLargest;
    quantise<<<2, 256>>>(in, small, scale, n);
    restore<<<2, 256>>>(small, out, scale, n);
    finish();
    bool right = true;
    for (int i = 0; i < n; i++) right = right && fabsf(in[i] - out[i]) <= 0.07f * fabsf(in[i]) + 0.001f;
    return report("eight-bit-floats", right);
}
