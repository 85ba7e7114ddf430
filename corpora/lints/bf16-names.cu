// compile: refused, HIP has no counterpart
#include <cuda_bf16.h>

__global__ void converts(__nv_bfloat16 *out, const unsigned *in, const float *floats) {
    out[0] = __uint2bfloat16_rn(in[0]); // fires
    out[1] = __float2bfloat16(static_cast<float>(in[1]));
    out[2] = __float2bfloat16_rn(floats[0]);
}
