// compile: gfx90a
// lint-options: --rocm 5.2
#include <cuda_fp16.h>

__global__ void halves(half2 *list, float *out) {
    half2 v = list[0];
    out[0] = __half2float(v.x); // fires
    out[1] = __half2float(v.y); // fires
    out[2] = __half2float(__low2half(v));
    float2 wide = __half22float2(v);
    out[3] = wide.x;
    out[threadIdx.x] = 0;
}
