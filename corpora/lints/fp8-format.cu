// compile: no, HIP 6.4 is needed
// lint-options: --target gfx942
#include <cuda_fp8.h>

__global__ void packs(__nv_fp8_e4m3 *out, const float *in) { // fires
    out[threadIdx.x] = __nv_fp8_e4m3(in[threadIdx.x]);
}

struct Own {
    int nv_fp8;
};
