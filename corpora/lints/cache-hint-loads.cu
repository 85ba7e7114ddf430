// compile: gfx90a
#include <cuda_fp16.h>

__global__ void loads(float *out, const float4 *wide, const half *small) {
    out[0] = __ldcg(&out[1]); // fires
    float4 v = __ldcs(wide + threadIdx.x); // fires
    half h = __ldcg(small);
    out[2] = __ldg(&out[3]) + v.x + __half2float(h);
}
